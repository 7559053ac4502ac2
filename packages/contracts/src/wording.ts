/** Texts of the specification that more than one place shows, word for word (spec 5, 8); `{names}` are filled in where they are shown. */
export const WORDING = {
  useUniversityEmail: 'Please use your {host} email address',
  mustBeUniversityEmail: 'Must be a {host} email address',
  mustBe18: 'You must be 18 or older to use this app',
  /** Asked before a date of birth under 18 is sent. */
  wouldBe: 'You would be {age}. Is this date right?',
  selectImage: 'Please select an image file',
  fileTooLarge: 'File size must be less than 10MB',
  imageFailed: 'Failed to process image. Please try again.',
  savePhotosFailed: 'Failed to save photos. Please try again.',
  reportDetails: 'Please provide details about the incident',
  reportFailed: 'Failed to submit report. Please try again.',
  reportSubmitted: 'Report submitted successfully. Our safety team will review it.',
  /** Reasons of a report; the first four are the specification's (spec 9). */
  reportReasons: {
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
  },
  offerAccepted: 'Offer accepted successfully!',
  offerDeclined: 'Offer declined successfully!',
  offerRescheduled: 'Offer rescheduled successfully!',
  noQuestions: 'No questions available',
  comingSoon: 'Coming Soon',
} as const;

/** Shown where answers or hours are changed; a separate constant, so that a screen with this text loads no others. */
export const NEXT_LIST = 'Changes count from your next list.';
