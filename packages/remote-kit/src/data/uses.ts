import { ROUTES, type ResponseOf, type RouteName } from '@flint/contracts';
import { message } from '@flint/texts';

export const TAGS = [
  'Profile',
  'Card',
  'Availability',
  'Photos',
  'Offers',
  'Matches',
  'Blocks',
  'Alerts',
  'Standing',
  'Reports',
  'HiddenContacts',
  'Sessions',
  'CalendarFeed',
] as const;

export type Tag = (typeof TAGS)[number];

export interface Use {
  /** Words for 'Failed to <action>: ...' (spec 7). */
  readonly action: string;
  /** A GET provides these tags, every other method invalidates them. */
  readonly tags?: readonly Tag[];
  /** The data of a GET whose 404 means "nothing yet" (spec 7). */
  readonly absent?: unknown;
}

const NO_PHOTOS: ResponseOf<typeof ROUTES.listPhotos> = { items: [], nextCursor: null };

/** What the cache adds to a route. A route without an entry is named by its operation and has no tags. */
export const USES = {
  readProfile: { action: message('load profile'), tags: ['Profile'], absent: null },
  createProfile: { action: message('create profile'), tags: ['Card', 'Matches'] },
  updateProfile: { action: message('update profile'), tags: ['Card', 'Matches'] },
  readCard: { action: message('load how others see you'), tags: ['Card', 'Photos'] },
  chooseShown: { action: message('save what others see'), tags: ['Card'] },
  readAvailability: { action: message('load availability'), tags: ['Availability'], absent: null },
  saveAvailability: { action: message('save availability'), tags: ['Profile', 'Matches'] },
  requestPhotoUpload: { action: message('get upload URL') },
  savePhotos: { action: message('save photos'), tags: ['Card', 'Profile', 'Matches'] },
  listPhotos: { action: message('load photos'), tags: ['Photos'], absent: NO_PHOTOS },
  listOffers: { action: message('load offers'), tags: ['Offers'] },
  createOffer: { action: message('create offer'), tags: ['Offers', 'Matches'] },
  respondToOffer: { action: message('respond to offer'), tags: ['Offers', 'Matches'] },
  withdrawOffer: { action: message('withdraw offer'), tags: ['Offers', 'Matches'] },
  cancelOffer: { action: message('cancel offer'), tags: ['Offers', 'Matches'] },
  sayMet: { action: message('save your answer'), tags: ['Offers', 'Matches'] },
  readOfferCalendar: { action: message('load calendar') },
  readOfferMail: { action: message('load email settings') },
  saveOfferMail: { action: message('save email settings') },
  readAlerts: { action: message('load alert settings'), tags: ['Alerts'] },
  chooseAlerts: { action: message('save alert settings'), tags: ['Alerts'] },
  reportOffer: { action: message('submit report'), tags: ['Offers', 'Matches', 'Blocks', 'Reports'] },
  listMatches: { action: message('load matches'), tags: ['Matches'] },
  listPlaces: { action: message('load places') },
  hideMatch: { action: message('hide match'), tags: ['Matches'] },
  reportPerson: { action: message('submit report'), tags: ['Offers', 'Matches', 'Blocks', 'Reports'] },
  listReports: { action: message('load reports'), tags: ['Reports'] },
  readStanding: { action: message('load account state'), tags: ['Standing'] },
  pauseProfile: { action: message('pause profile'), tags: ['Standing', 'Matches'] },
  appealNotice: { action: message('send appeal'), tags: ['Standing'] },
  readHiddenContacts: { action: message('load hidden people'), tags: ['HiddenContacts'] },
  hideContacts: { action: message('hide people'), tags: ['HiddenContacts', 'Matches'] },
  showContacts: { action: message('show people'), tags: ['HiddenContacts', 'Matches'] },
  readCalendarFeed: { action: message('load calendar'), tags: ['CalendarFeed'] },
  makeCalendarFeed: { action: message('make calendar'), tags: ['CalendarFeed'] },
  endCalendarFeed: { action: message('end calendar'), tags: ['CalendarFeed'] },
  readDate: { action: message('load your date'), tags: ['Offers'] },
  saveDateLine: { action: message('save your line'), tags: ['Offers'] },
  sendDateSignal: { action: message('send the signal'), tags: ['Offers'] },
  shareDate: { action: message('share date') },
  unshareDate: { action: message('end sharing') },
  listBlocks: { action: message('load blocked people'), tags: ['Blocks'] },
  createBlock: { action: message('block person'), tags: ['Blocks', 'Offers', 'Matches'] },
  removeBlock: { action: message('unblock person'), tags: ['Blocks', 'Offers', 'Matches'] },
  deleteAccount: { action: message('delete account') },
  linkExport: { action: message('prepare export') },
  exportAccount: { action: message('export account') },
  listSessions: { action: message('load your devices'), tags: ['Sessions'] },
  endSession: { action: message('sign out'), tags: ['Sessions'] },
  endOtherSessions: { action: message('sign out'), tags: ['Sessions'] },
} as const satisfies Partial<Record<RouteName, Use>>;
