import { callErrorText, callFailure } from './call-errors';

describe('callErrorText - spec 8', () => {
  it.each([
    ['Failed to fetch', 'Network error. Please check your connection and try again.'],
    ['Failed to fetch offers: Unauthorized', 'Network error. Please check your connection and try again.'],
    ['Failed to respond to offer: Unauthorized', 'Session expired. Please sign in again.'],
    ['status 401', 'Session expired. Please sign in again.'],
    ['Failed to create offer: Forbidden', "You don't have permission to perform this action."],
    ['Failed to create offer: Not Found', 'The requested resource was not found.'],
    ['Failed to create offer: Internal Server Error', 'Server error. Please try again later.'],
    ['Failed to create offer: Conflict', 'Failed to create offer: Conflict'],
    ['', 'An unexpected error occurred. Please try again.'],
  ])('the message %p - shows - %p', (message, text) => {
    expect(callErrorText(message)).toBe(text);
  });

  it('a failed call - reads - Failed to <action>: <status text>', () => {
    expect(callFailure('submit report', 'Bad Gateway')).toBe('Failed to submit report: Bad Gateway');
  });
});
