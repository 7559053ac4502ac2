import * as account from './account';
import * as alerts from './alerts';
import * as availability from './availability';
import * as browserReport from './browser-report';
import * as calendarFeed from './calendar-feed';
import * as config from './config';
import * as matches from './matches';
import * as offers from './offers';
import * as photos from './photos';
import * as places from './places';
import * as profile from './profile';
import * as safety from './safety';
import * as yourDate from './your-date';

/** All routes of the API. */
export const ROUTES = {
  readConfig: config.readConfig,
  reportBrowser: browserReport.reportBrowser,
  createProfile: profile.createProfile,
  readProfile: profile.readProfile,
  updateProfile: profile.updateProfile,
  readCard: profile.readCard,
  chooseShown: profile.chooseShown,
  saveAvailability: availability.saveAvailability,
  readAvailability: availability.readAvailability,
  requestPhotoUpload: photos.requestPhotoUpload,
  savePhotos: photos.savePhotos,
  listPhotos: photos.listPhotos,
  listOffers: offers.listOffers,
  createOffer: offers.createOffer,
  respondToOffer: offers.respondToOffer,
  withdrawOffer: offers.withdrawOffer,
  cancelOffer: offers.cancelOffer,
  sayMet: offers.sayMet,
  readOfferCalendar: offers.readOfferCalendar,
  readOfferMail: offers.readOfferMail,
  saveOfferMail: offers.saveOfferMail,
  readAlerts: alerts.readAlerts,
  chooseAlerts: alerts.chooseAlerts,
  addAlertBrowser: alerts.addAlertBrowser,
  removeAlertBrowser: alerts.removeAlertBrowser,
  alertShown: alerts.alertShown,
  listMatches: matches.listMatches,
  hideMatch: matches.hideMatch,
  listPlaces: places.listPlaces,
  reportOffer: safety.reportOffer,
  reportPerson: safety.reportPerson,
  listReports: safety.listReports,
  readStanding: safety.readStanding,
  pauseProfile: safety.pauseProfile,
  appealNotice: safety.appealNotice,
  readHiddenContacts: safety.readHiddenContacts,
  hideContacts: safety.hideContacts,
  showContacts: safety.showContacts,
  readCalendarFeed: calendarFeed.readCalendarFeed,
  makeCalendarFeed: calendarFeed.makeCalendarFeed,
  endCalendarFeed: calendarFeed.endCalendarFeed,
  readDate: yourDate.readDate,
  saveDateLine: yourDate.saveDateLine,
  sendDateSignal: yourDate.sendDateSignal,
  shareDate: safety.shareDate,
  unshareDate: safety.unshareDate,
  listBlocks: safety.listBlocks,
  createBlock: safety.createBlock,
  removeBlock: safety.removeBlock,
  deleteAccount: account.deleteAccount,
  exportAccount: account.exportAccount,
  linkExport: account.linkExport,
  listSessions: account.listSessions,
  endSession: account.endSession,
  endOtherSessions: account.endOtherSessions,
} as const;

export type RouteName = keyof typeof ROUTES;
