import { LIMITS } from './limits';
import { REPORT_TYPES } from './report-reasons';
import { WORDING } from './wording';

describe('the literal values of the specification', () => {
  it.each([
    ['useUniversityEmail', 'Please use your {host} email address'],
    ['mustBeUniversityEmail', 'Must be a {host} email address'],
    ['mustBe18', 'You must be 18 or older to use this app'],
    ['selectImage', 'Please select an image file'],
    ['fileTooLarge', 'File size must be less than 10MB'],
    ['imageFailed', 'Failed to process image. Please try again.'],
    ['savePhotosFailed', 'Failed to save photos. Please try again.'],
    ['reportDetails', 'Please provide details about the incident'],
    ['reportFailed', 'Failed to submit report. Please try again.'],
    ['reportSubmitted', 'Report submitted successfully. Our safety team will review it.'],
    ['offerAccepted', 'Offer accepted successfully!'],
    ['offerDeclined', 'Offer declined successfully!'],
    ['offerRescheduled', 'Offer rescheduled successfully!'],
    ['noQuestions', 'No questions available'],
    ['comingSoon', 'Coming Soon'],
  ] as const)('%s - the words the specification fixes - are %p', (name, text) =>
    expect(WORDING[name]).toBe(text),
  );

  it('limits - specified as numbers - have these numbers (spec 9)', () =>
    expect(LIMITS).toMatchObject({
      codeLength: 6,
      minimumAge: 18,
      agePreference: { min: 18, max: 30, default: [18, 25] },
      defaultMaxSelections: 3,
      photosMax: 6,
      photoFileBytesMax: 10 * 1024 * 1024,
      photoCompressedMegabytes: 1,
      photoSidePixels: 1024,
      photoJpegQuality: 0.9,
      photoAspect: 3 / 4,
      dateHours: 2,
    }));

  it('report types - listed in the specification - are in its order', () =>
    expect(REPORT_TYPES).toEqual(['no_show', 'inappropriate_behavior', 'safety_concern', 'fake_profile']));
});
