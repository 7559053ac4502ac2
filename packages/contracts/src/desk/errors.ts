/** The refusals that only the safety desk has: status and sentence of each. */
export const DESK_ERRORS = {
  foreign_origin: [403, 'This request did not come from the desk.'],
  signed_out: [401, 'Please sign in.'],
  session_over: [401, 'Your session is over. Sign in again: what you typed is still here.'],
  other_operator: [
    401,
    'Another operator signed in in this browser. If you sign in here, their page ends: use another browser profile.',
  ],
  removed: [401, 'You are no longer an operator of this desk.'],
  wrong_code: [401, 'This code is not right, or its ten minutes are over.'],
  second_factor_needed: [403, 'Enter the code of your authenticator first.'],
  wrong_second_factor: [403, 'This code is not right, or it was used before. Wait for the next one.'],
  wrong_secret: [403, 'This is not your operator secret.'],
  enrolled: [403, 'You have a second factor. If it is lost, another operator can reset it.'],
  not_enrolled: [403, 'Set up your authenticator first.'],
  needs_reason: [422, 'The person is told why: write a reason.'],
  decided: [409, 'Someone else decided this report meanwhile.'],
  changed: [409, 'This report has changed since you read it. It is shown as it is now: read it again.'],
  proposed: [409, 'Someone else proposed a ban meanwhile.'],
  no_proposal: [409, 'No proposed ban waits here any more.'],
  no_appeal: [409, 'No appeal waits here any more.'],
  own_proposal: [403, 'A second operator approves a ban you proposed.'],
  same_operator: [403, 'Someone who took no part in the decision must decide its appeal.'],
} as const satisfies Record<string, readonly [status: number, detail: string]>;

export type DeskErrorCode = keyof typeof DESK_ERRORS;
