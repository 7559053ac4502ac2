/** Texts that more than one place shows, those of the specification word for word (spec 5, 8); `{names}` are filled in where they are shown. */

export const useUniversityEmail = 'Please use your {host} email address';
export const mustBeUniversityEmail = 'Must be a {host} email address';
export const mustBe18 = 'You must be 18 or older to use this app';
/** Asked before a date of birth under 18 is sent. */
export const wouldBe = 'You would be {age}. Is this date right?';
export const selectImage = 'Please select an image file';
export const fileTooLarge = 'File size must be less than 10MB';
export const imageFailed = 'Failed to process image. Please try again.';
export const savePhotosFailed = 'Failed to save photos. Please try again.';
export const reportDetails = 'Please provide details about the incident';
export const reportFailed = 'Failed to submit report. Please try again.';
export const reportSubmitted = 'Report submitted successfully. Our safety team will review it.';
/** Reasons of a report; the first four are the specification's (spec 9). */
export const reportReasons = {
  no_show: 'No Show',
  inappropriate_behavior: 'Inappropriate Behavior',
  safety_concern: 'Safety Concern',
  fake_profile: 'Fake Profile',
  harassment: 'Harassment',
  underage: 'Under 18',
  impersonation: 'Pretends to be someone else',
  scam: 'Asks for money, or a scam',
  hate: 'Hateful words',
  photos: 'Inappropriate photos',
  other: 'Something else',
} as const;
export const offerAccepted = 'Offer accepted successfully!';
export const offerDeclined = 'Offer declined successfully!';
export const offerRescheduled = 'Offer rescheduled successfully!';
/** The same safety advice before every date (decisions/012). */
export const meetInPublic = 'Meet in a public place, and tell a friend where you are.';
export const ownWayHome = 'Arrange your own way home. You can leave whenever you like.';
export const inEmergency = 'In an emergency call your local emergency number or campus security.';
/** Why an open offer's place is not possible. */
export const placeTrouble = {
  closed: 'This place is closed at that time',
  removed: 'This place is no longer on the university’s list',
} as const;
export const noQuestions = 'No questions available';
export const comingSoon = 'Coming Soon';

/** Shown where answers or hours are changed. */
export const NEXT_LIST = 'Changes count from your next list.';
