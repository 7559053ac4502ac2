/** Every number that client and server must agree on, each with its source. One home: schemas, attributes and counters read it here. */
export const LIMITS = {
  /** Digits of an emailed code (spec 9). */
  codeLength: 6,
  /** Seconds between two code mails to one mailbox (decisions/004). */
  codeResendSeconds: 60,
  /** Minutes after a code in which the own data may be exported and the account deleted. */
  proofMinutes: 10,
  /** Youngest age in full years (spec 9). */
  minimumAge: 18,
  /** Oldest age a date of birth may claim; beyond it is a typing mistake. */
  maximumAge: 120,
  /** Age preference: bounds and default in years; the top value means "30 or older" (spec 3, 9). */
  agePreference: { min: 18, max: 30, default: [18, 25] },
  /** Chips a question allows unless it says otherwise (spec 5). */
  defaultMaxSelections: 3,
  /** Characters of a display name. */
  displayNameMax: 40,
  /** Characters of an 'Other' text. */
  otherTextMax: 60,
  /** Characters of a free text answer without a limit of its own. */
  textMax: 500,
  /** Photos a profile may hold (spec 5). */
  photosMax: 6,
  /** Bytes of a picked photo file (spec 5). */
  photoFileBytesMax: 10 * 1024 * 1024,
  /** Megabytes after compression in the browser (spec 9). */
  photoCompressedMegabytes: 1,
  /** Longest side in pixels after compression (spec 9). */
  photoSidePixels: 1024,
  /** Quality of the cropped JPEG, 0 to 1 (spec 9). */
  photoJpegQuality: 0.9,
  /** Shorter side in pixels below which a picture is too small to be seen well. */
  photoSidePixelsMin: 200,
  /** Width : height of a crop (spec 5). */
  photoAspect: 3 / 4,
  /** Seconds an upload address lives. */
  uploadUrlSeconds: 300,
  /** Weekly ranges one student may store: 168 separate quarter-split hours are far below it. */
  utcSlotsMax: 400,
  /** Days ahead an offer may propose (decisions/006). */
  offerDaysAhead: 60,
  /** Hours a date lasts in calendar and completion (spec 9). */
  dateHours: 2,
  /** Offers one student may send in 24 hours. */
  offersPerDay: 10,
  /** Unanswered offers after which a student is not suggested to more people. */
  unansweredOffersMax: 5,
  locationMax: 120,
  /** Characters of the name of a ready plan. */
  planIdMax: 160,
  /** Characters of the name of a place; with its address it fits into locationMax. */
  placeNameMax: 60,
  activityMax: 80,
  offerMessageMax: 500,
  /** Characters of 'How you recognize me'. */
  recognizeMax: 80,
  /** Hours before an agreed date from which its signals may be sent; they end with the date. */
  signalHoursBefore: 3,
  /** Hours after a date at which what the two told each other about it is erased. */
  dateKeptHours: 24,
  reportDescriptionMax: 2000,
  /** Reports of people one student may make in 24 hours. */
  reportsPerDay: 10,
  /** Addresses of people who shall not be suggested. */
  hiddenContactsMax: 200,
  /** Browsers of one student that alerts go to. */
  alertBrowsersMax: 5,
  /** Seconds the mail of an alert waits for a browser to say that it showed it. */
  alertMailWaitSeconds: 120,
  /** People shown by GET /matches. */
  matchesMax: 20,
  /** Bytes of a JSON request body. */
  jsonBodyBytes: 64 * 1024,
} as const;
