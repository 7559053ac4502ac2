import * as z from 'zod/mini';
import { defineRoute } from '../route';

/** Web vitals a page measures; CLS has no unit, the others are milliseconds. */
const Vital = z.strictObject({
  name: z.enum(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']),
  value: z.number().check(z.gte(0), z.lte(600_000)),
});

/** A screen or file that did not load, was changed in transit, or crashed: a stable code, without any text of a student. */
const RemoteFailure = z.strictObject({
  code: z.enum([
    'remote_unavailable',
    'remote_contract_mismatch',
    'remote_crashed',
    'remote_threw',
    'remote_file_changed',
    'remote_file_unavailable',
    'shell_crashed',
    'shell_file_changed',
    'shell_file_unavailable',
  ]),
  remote: z.string().check(z.regex(/^(?:[a-z][a-z0-9-]{0,19})?$/)),
  version: z.string().check(z.regex(/^[\w.+-]{0,80}$/)),
  /** Id of the attempt, as the student sees it. */
  request: z.string().check(z.regex(/^[\w-]{0,64}$/)),
  /** Its position in our scripts, innermost first; pages of an older shell do not send it. */
  frames: z.optional(
    z.array(z.string().check(z.regex(/^[\w.-]{1,80}\.m?js:\d{1,6}:\d{1,7}$/))).check(z.maxLength(5)),
  ),
});

const remoteName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,19}$/));

/** A screen that a page tried to show, and whether it failed; each page reports both once, so that releases can be compared. */
const RemoteLoad = z.strictObject({
  remote: remoteName,
  version: z.string().check(z.regex(/^[\w.+-]{1,80}$/)),
  screen: z.string().check(z.regex(/^[a-zA-Z][a-zA-Z0-9]{0,19}$/)),
  failed: z.boolean(),
});

export const BrowserReport = z.strictObject({
  vitals: z.array(Vital).check(z.maxLength(10)),
  failures: z.array(RemoteFailure).check(z.maxLength(10)),
  // pages of an older shell do not send it
  loads: z.optional(z.array(RemoteLoad).check(z.maxLength(20))),
});
export type BrowserReport = z.output<typeof BrowserReport>;

export const reportBrowser = defineRoute({
  name: 'reportBrowser',
  call: 'POST /browser-reports',
  summary:
    'What a page measured and what failed in it, for whoever looks after the installation; names nobody',
  auth: 'none',
  body: BrowserReport,
  response: null,
});
