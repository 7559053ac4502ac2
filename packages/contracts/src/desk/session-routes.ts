import * as z from 'zod/mini';
import * as LIMITS from '../limits';
import { defineDeskRoute } from './define';
import { DeskSession, Enrolment } from './shapes';

const Digits = z.string().check(z.regex(new RegExp(`^\\d{${LIMITS.codeLength}}$`)));
const Email = z.string().check(z.trim(), z.minLength(3), z.maxLength(254));

export const requestCode = defineDeskRoute({
  name: 'requestCode',
  call: 'POST /session/code',
  summary: 'Mail a sign-in code to an operator; the answer is the same for every address',
  stage: 'none',
  body: z.strictObject({ email: Email }),
  status: 202,
  response: z.object({ minutes: z.number() }),
});

export const enterCode = defineDeskRoute({
  name: 'enterCode',
  call: 'POST /session',
  summary: 'Begin a session with the mailed code; it may do nothing yet but the second factor',
  stage: 'none',
  body: z.strictObject({ email: Email, code: Digits }),
  response: DeskSession,
  refuses: ['wrong_code'],
});

export const readSession = defineDeskRoute({
  name: 'readSession',
  call: 'GET /session',
  summary: 'Who is signed in, how far, and until when',
  stage: 'code',
  response: DeskSession,
});

export const startEnrolment = defineDeskRoute({
  name: 'startEnrolment',
  call: 'POST /session/enrolment',
  summary: 'Make a second factor for an operator who has none; it is shown in this answer only',
  stage: 'code',
  body: z.strictObject({}),
  status: 201,
  response: Enrolment,
  refuses: ['enrolled'],
});

export const enterSecondFactor = defineDeskRoute({
  name: 'enterSecondFactor',
  call: 'POST /session/second-factor',
  summary:
    'Complete the session with a code of the authenticator; at the first time with the operator’s secret, too',
  stage: 'code',
  body: z.strictObject({ code: Digits, secret: z.optional(z.string().check(z.maxLength(200))) }),
  response: DeskSession,
  refuses: ['wrong_second_factor', 'wrong_secret', 'not_enrolled', 'enrolled'],
});

export const endSession = defineDeskRoute({
  name: 'endSession',
  call: 'DELETE /session',
  summary: 'Sign out',
  stage: 'code',
  response: null,
});
