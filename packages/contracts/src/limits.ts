/**
 * Every number that client and server share, with its source. Schemas, attributes and counters read it here only, as `LIMITS.codeLength`. Each is an
 * export, so that a build leaves out those that a screen does not use.
 */

/** Digits of an emailed code (spec 9). */
export const codeLength = 6;
/** Seconds between two code mails to one mailbox (decisions/004). */
export const codeResendSeconds = 60;
/** Minutes after a code during which a student can export the data and delete the account. */
export const proofMinutes = 10;
/** Days after a token expired during which it still ends its own session: the device signed out without a connection (decisions/004). */
export const lateSignOutDays = 30;
/** Youngest age in full years (spec 9). */
export const minimumAge = 18;
/** Greatest age of a valid date of birth; a greater one is a typing mistake. */
export const maximumAge = 100;
/** Age preference: bounds and default in years; the top value means "30 or older" (spec 3, 9). */
export const agePreference = { min: 18, max: 30, default: [18, 25] } as const;
/** Maximum chips of a question without its own limit (spec 5). */
export const defaultMaxSelections = 3;
/** Characters of a display name. */
export const displayNameMax = 40;
/** Characters of an 'Other' text. */
export const otherTextMax = 60;
/** Characters of a free text answer without its own limit. */
export const textMax = 500;
/** Characters in one line of a phone's card (decisions/066). */
export const lineMax = 38;
/** Maximum photos of a profile (spec 5). */
export const photosMax = 6;
/** Uploaded photos of one student that are not in the album yet: two albums. */
export const photosWaitingMax = 2 * photosMax;
/** Bytes of a picked photo file (spec 5). */
export const photoFileBytesMax = 10 * 1024 * 1024;
/** Megabytes after compression in the browser (spec 9). */
export const photoCompressedMegabytes = 1;
/** Longest side in pixels after compression (spec 9). */
export const photoSidePixels = 1024;
/** Quality of the cropped JPEG, 0 to 1 (spec 9). */
export const photoJpegQuality = 0.9;
/** Minimum of the shorter side in pixels; a smaller picture is not clear enough. */
export const photoSidePixelsMin = 200;
/** Minimum of the shorter side of a crop, and of an uploaded picture, in pixels. */
export const photoCropPixelsMin = 100;
/** Longer side of an uploaded picture, in times the shorter one. */
export const photoSidesRatioMax = 3;
/** Width : height of a crop (spec 5). */
export const photoAspect = 3 / 4;
/** Lifetime of an upload address in seconds. */
export const uploadUrlSeconds = 300;
/** Milliseconds after which a call without an answer, or an upload that does not move, has failed. */
export const answerPatienceMs = 20_000;
/** Maximum weekly ranges of a student, far above 168 separate hours split at a quarter. */
export const utcSlotsMax = 400;
/** How many days ahead the time of an offer may be (decisions/006). */
export const offerDaysAhead = 60;
/** Days after which an offer without an answer ends. */
export const offerDaysOpen = 7;
/** Minutes after which a sent offer is withdrawn by itself, because its sender has agreed to a date at that time. */
export const withdrawalMinutes = { from: 10, to: 60 } as const;
/** Duration of a date in hours, in the calendar and for completion (spec 9). */
export const dateHours = 2;
/** Hours after the start of a date until its shared links end: four after the date, to cover the way home. */
export const sharedHours = dateHours + 4;
/** Offers one student may send in 24 hours. */
export const offersPerDay = 10;
/** Unanswered offers that lower a student's rank by one standard deviation of the scores; more do not lower it further. */
export const unansweredOffersMany = 5;
/** A changed firm no counts at most once in this many days, so that nobody reads others' sealed answers by changing it. */
export const firmNoDays = 14;
export const locationMax = 120;
/** Characters of the name of a place; with its address it fits into locationMax. */
export const placeNameMax = 60;
export const activityMax = 80;
export const offerMessageMax = 500;
/** Characters of 'How you recognize me'. */
export const recognizeMax = 80;
/** Hours before an agreed date from which its signals may be sent; they end with the date. */
export const signalHoursBefore = 3;
/** Hours after a date until its lines and signals are erased. */
export const dateKeptHours = 24;
export const reportDescriptionMax = 2000;
/** Reports of people one student may make in 24 hours. */
export const reportsPerDay = 10;
/** Addresses of people who must not be suggested. */
export const hiddenContactsMax = 200;
/** Browsers of one student that receive alerts. */
export const alertBrowsersMax = 5;
/** Seconds that a mail waits for a browser's receipt of the alert. */
export const alertMailWaitSeconds = 120;
/** People shown by GET /matches. */
export const matchesMax = 20;
/** Bytes of a JSON request body. */
export const jsonBodyBytes = 64 * 1024;
