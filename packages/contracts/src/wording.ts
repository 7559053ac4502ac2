/** Texts of the specification that more than one place shows, word for word (spec 5, 8). */
export const WORDING = {
  useUniversityEmail: (host: string) => `Please use your ${host} email address`,
  mustBeUniversityEmail: (host: string) => `Must be a ${host} email address`,
  mustBe18: 'You must be 18 or older to use this app',
  selectImage: 'Please select an image file',
  fileTooLarge: 'File size must be less than 10MB',
  imageFailed: 'Failed to process image. Please try again.',
  savePhotosFailed: 'Failed to save photos. Please try again.',
  reportDetails: 'Please provide details about the incident',
  reportFailed: 'Failed to submit report. Please try again.',
  reportSubmitted: 'Report submitted successfully. Our safety team will review it.',
  offerAccepted: 'Offer accepted successfully!',
  offerDeclined: 'Offer declined successfully!',
  offerRescheduled: 'Offer rescheduled successfully!',
  noQuestions: 'No questions available',
  comingSoon: 'Coming Soon',
} as const;
