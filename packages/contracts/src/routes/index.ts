import * as account from './account';
import * as availability from './availability';
import * as config from './config';
import * as matches from './matches';
import * as offers from './offers';
import * as photos from './photos';
import * as profile from './profile';
import * as safety from './safety';

/** The whole API, readable in one place. */
export const ROUTES = {
  readConfig: config.readConfig,
  createProfile: profile.createProfile,
  readProfile: profile.readProfile,
  updateProfile: profile.updateProfile,
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
  readOfferCalendar: offers.readOfferCalendar,
  readOfferMail: offers.readOfferMail,
  saveOfferMail: offers.saveOfferMail,
  listMatches: matches.listMatches,
  hideMatch: matches.hideMatch,
  reportOffer: safety.reportOffer,
  listBlocks: safety.listBlocks,
  createBlock: safety.createBlock,
  removeBlock: safety.removeBlock,
  deleteAccount: account.deleteAccount,
  exportAccount: account.exportAccount,
} as const;

export type RouteName = keyof typeof ROUTES;
