/** Every refusal the API can give: its status and its default sentence. Clients branch on the code. */
export const ERRORS = {
  invalid_json: [400, 'The request body is not valid JSON.'],
  validation_failed: [400, 'Some fields are not valid.'],
  unauthenticated: [401, 'Please sign in.'],
  proof_needed: [403, 'Please confirm with a code that it is you.'],
  forbidden: [403, 'You may not do this.'],
  not_found: [404, 'There is nothing here.'],
  method_not_allowed: [405, 'This address does not answer that method.'],
  request_timeout: [408, 'The request took too long to arrive.'],
  payload_too_large: [413, 'The request is too large.'],
  unsupported_media_type: [415, 'Send JSON.'],
  idempotency_in_flight: [409, 'The first request with this key is still being worked on.'],
  idempotency_mismatch: [422, 'This Idempotency-Key was used for a different request.'],
  rate_limited: [429, 'Too many requests. Please wait a moment.'],
  internal: [500, 'Something went wrong on our side.'],
  unavailable: [503, 'The server is busy or starting. Please try again in a moment.'],
  storage_full: [507, 'There is no room left to store this.'],

  profile_exists: [409, 'This profile exists already.'],
  under_age: [422, 'You must be 18 or older to use this app'],
  answers_changed: [409, 'These answers were changed on another device.'],
  birth_date_unconfirmed: [422, 'This date of birth has to be confirmed.'],
  answer_invalid: [422, 'An answer does not fit its question.'],

  availability_invalid: [422, 'These hours do not form a week.'],

  album_changed: [409, 'Your photos were changed on another device.'],
  photo_unknown: [422, 'This photo was not uploaded by you, or is not ready.'],
  upload_refused: [403, 'This upload address is not valid for this file.'],
  upload_used: [409, 'This upload address was used already.'],
  image_type_unsupported: [415, 'Please choose a JPEG, PNG or WebP picture.'],
  image_unreadable: [422, 'This file could not be read as a picture.'],
  image_size_unfit: [422, 'This picture is too small or too narrow for a photo of you.'],

  not_a_match: [403, 'You can only invite people who are among your matches.'],
  offer_open_exists: [409, 'There is an open offer between you already.'],
  offer_limit_reached: [429, 'You have sent all the offers you can for today.'],
  offer_time_invalid: [422, 'Choose a time within the next 60 days.'],
  offer_state_changed: [409, 'This offer has changed in the meantime.'],
  reschedule_limit_reached: [409, 'You two have exchanged enough times. Accept or decline this one.'],
  double_booked: [409, 'There is an accepted date at that time already.'],
  alert_address_refused: [422, 'Alerts cannot be sent to this address.'],
  date_not_now: [409, 'Signals can be sent from three hours before the date until it is over.'],
  plan_changed: [409, 'This plan is no longer possible. Choose another one.'],
  place_unavailable: [409, 'This place is closed then, or no longer on the list. Choose another one.'],
  appeal_used: [409, 'A decision can be appealed once.'],
  contact_limit_reached: [409, 'This list holds at most 200 addresses.'],
  account_restricted: [
    403,
    'The safety team has paused your dates. Your settings say why and until when, under Safety.',
  ],
  text_unfit: [422, 'Please remove links, phone numbers, usernames and insults.'],
  report_not_allowed: [403, 'Only the recipient of a completed offer can report it.'],
} as const satisfies Record<string, readonly [status: number, detail: string]>;

export type ErrorCode = keyof typeof ERRORS;

/** One offending field: a JSON pointer into the body (RFC 6901) and a sentence. */
export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

/** Body of every refusal: `application/problem+json` (RFC 9457) with the stable code as an extra member. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly errors?: readonly FieldError[];
  readonly requestId: string;
  /** Additional members of some codes, such as the current offer of a 409. */
  readonly [extension: string]: unknown;
}
