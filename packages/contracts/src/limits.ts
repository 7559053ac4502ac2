/** Every number that client and server share, with its source. Schemas, attributes and counters read it here only. */
export const LIMITS = {
  /** Digits of an emailed code (spec 9). */
  codeLength: 6,
  /** Seconds between two code mails to one mailbox (decisions/004). */
  codeResendSeconds: 60,
  /** Minutes after a code during which a student can export the data and delete the account. */
  proofMinutes: 10,
  /** Youngest age in full years (spec 9). */
  minimumAge: 18,
  /** Greatest age of a valid date of birth; a greater one is a typing mistake. */
  maximumAge: 100,
  /** Age preference: bounds and default in years; the top value means "30 or older" (spec 3, 9). */
  agePreference: { min: 18, max: 30, default: [18, 25] },
  /** Maximum chips of a question without its own limit (spec 5). */
  defaultMaxSelections: 3,
  /** Characters of a display name. */
  displayNameMax: 40,
  /** Characters of an 'Other' text. */
  otherTextMax: 60,
  /** Characters of a free text answer without its own limit. */
  textMax: 500,
  /** Maximum photos of a profile (spec 5). */
  photosMax: 6,
  /** Bytes of a picked photo file (spec 5). */
  photoFileBytesMax: 10 * 1024 * 1024,
  /** Megabytes after compression in the browser (spec 9). */
  photoCompressedMegabytes: 1,
  /** Longest side in pixels after compression (spec 9). */
  photoSidePixels: 1024,
  /** Quality of the cropped JPEG, 0 to 1 (spec 9). */
  photoJpegQuality: 0.9,
  /** Minimum of the shorter side in pixels; a smaller picture is not clear enough. */
  photoSidePixelsMin: 200,
  /** Minimum of the shorter side of a crop, and of an uploaded picture, in pixels. */
  photoCropPixelsMin: 100,
  /** Longer side of an uploaded picture, in times the shorter one. */
  photoSidesRatioMax: 3,
  /** Width : height of a crop (spec 5). */
  photoAspect: 3 / 4,
  /** Lifetime of an upload address in seconds. */
  uploadUrlSeconds: 300,
  /** Maximum weekly ranges of a student, far above 168 separate hours split at a quarter. */
  utcSlotsMax: 400,
  /** How many days ahead the time of an offer may be (decisions/006). */
  offerDaysAhead: 60,
  /** Days after which an offer without an answer ends. */
  offerDaysOpen: 7,
  /** Minutes after which a sent offer is withdrawn by itself, because its sender has agreed to a date at that time. */
  withdrawalMinutes: { from: 10, to: 60 },
  /** Duration of a date in hours, in the calendar and for completion (spec 9). */
  dateHours: 2,
  /** Offers one student may send in 24 hours. */
  offersPerDay: 10,
  /** Unanswered offers that lower a student's rank by one standard deviation of the scores; more do not lower it further. */
  unansweredOffersMany: 5,
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
  /** Hours after a date until its lines and signals are erased. */
  dateKeptHours: 24,
  reportDescriptionMax: 2000,
  /** Reports of people one student may make in 24 hours. */
  reportsPerDay: 10,
  /** Addresses of people who must not be suggested. */
  hiddenContactsMax: 200,
  /** Browsers of one student that receive alerts. */
  alertBrowsersMax: 5,
  /** Seconds that a mail waits for a browser's receipt of the alert. */
  alertMailWaitSeconds: 120,
  /** People shown by GET /matches. */
  matchesMax: 20,
  /** Bytes of a JSON request body. */
  jsonBodyBytes: 64 * 1024,
} as const;
