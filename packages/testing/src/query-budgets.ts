/** Queries (database commands that read or write documents) of one request, with the work that it starts. */
export const QUERIES_MAX = 2;

interface More {
  readonly most: number;
  readonly why: string;
}

const OFFER_SHOWN = 'the answer shows the partner: name, primary photo, what was said about the date';
/** A transaction that conflicts with another act of one of the two students runs again. */
const MANY = 2_000;
const AGAIN = 'two acts of one student at once: the later transaction runs again';

/**
 * Routes that need more, each with its number and reason. Independent queries run in parallel, so that a request
 * waits for fewer round trips than it has queries.
 */
export const MORE_QUERIES: Readonly<Record<string, More>> = {
  'GET /profile': { most: 3, why: 'profile, week and album are three collections, asked at the same time' },
  'POST /profile': {
    most: 79,
    why: `a first profile adopts each block and what stood against its address`,
  },
  'PATCH /profile': {
    most: 79,
    why: `a first profile adopts each block and what stood against its address`,
  },
  'POST /availability': { most: 23, why: `who saves a first week joins the round of the day` },
  'GET /matches': {
    most: 40,
    why: 'one reads the round and who is lost from the list, one the list, one the people; who joins today writes a row and a list first',
  },
  'GET /offers': { most: 30, why: `${OFFER_SHOWN}, and who blocked whom` },
  'GET /offers/{id}/calendar': { most: 8, why: `who blocked whom` },
  'GET /api/v1/offers/events': { most: 200, why: 'a stream: it asks again for as long as it is open' },
  'POST /offers': { most: MANY, why: AGAIN },
  'POST /offers/{id}/respond': { most: MANY, why: AGAIN },
  'POST /offers/{id}/cancel': { most: MANY, why: AGAIN },
  'POST /offers/{id}/withdraw': { most: MANY, why: AGAIN },
  'PUT /offers/{id}/meeting': { most: 13, why: `${OFFER_SHOWN}` },
  'POST /alerts/shown': { most: 6, why: 'a limit for all processes together, the receipt and its jobs' },
  'POST /browser-reports': { most: 4, why: 'a limit for all processes together, and the counts' },
  'PUT /alerts': { most: 4, why: `the choices; the answer reads choices and browsers` },
  'POST /alerts/browsers': {
    most: 7,
    why: `the browser, and those beyond the limit; the answer reads choices and browsers`,
  },
  'POST /alerts/browsers/remove': { most: 5, why: `the answer reads choices and browsers` },
  'GET /offers/{id}/date': { most: 8, why: `the offer, who is kept apart, both notes` },
  'PUT /offers/{id}/date/line': { most: MANY, why: AGAIN },
  'POST /offers/{id}/date/signals': { most: MANY, why: AGAIN },
  'POST /offers/{id}/share': { most: 9, why: `the offer, who blocked whom, the link` },
  'DELETE /offers/{id}/share': { most: 5, why: `the offer, the link` },
  'GET /api/v1/shared-dates/{id}': {
    most: 6,
    why: 'a link to a date: the link, the offer, who blocked whom, the partner’s name',
  },
  'GET /api/v1/calendars/{id}.ics': {
    most: 24,
    why: `without a session: the address, its student’s language, whether they are banned, who blocked whom, the dates`,
  },
  'POST /photos': {
    most: 79,
    why: `each photo is claimed, kept or removed by a write of its own; the first joins the round of the day`,
  },
  'POST /photos/upload-url': { most: 5, why: `a second limit of its own; the space in use` },
  'GET /storage/v1/photos/{id}/large': {
    most: 16,
    why: `the picture; at the same time the viewer's mark, the round in force, and whether the viewer is still here and not banned; then one read says whether its owner still stands on their list or has an offer open with them`,
  },
  'GET /storage/v1/photos/{id}/thumbnail': { most: 16, why: 'as for the photo itself' },
  'PUT /storage/v1/photos/{id}': {
    most: 8,
    why: 'whether its session has ended; an upload is claimed before and noted after its bytes',
  },
  'POST /blocks': { most: MANY, why: AGAIN },
  'POST /safety/report': { most: MANY, why: AGAIN },
  'POST /safety/reports': { most: MANY, why: AGAIN },
  'POST /safety/notices/{id}/appeal': { most: 7, why: 'the notice, its report, the appeal, the journal' },
  'POST /safety/hidden-contacts': { most: 5, why: 'the list may hold so many, and is shown; the journal' },
  'POST /safety/hidden-contacts/remove': { most: 4, why: 'the list, as it is shown; the journal' },
  'PUT /safety/pause': { most: 9, why: 'the first instant of a pause is kept; the journal' },
  'GET /blocks': {
    most: 5,
    why: 'the own mark, the pairs, the accounts of these mailboxes, names of older blocks',
  },
  'DELETE /blocks/{userId}': { most: 5, why: 'both marks, the pair, and the journal' },
  'POST /matches/{userId}/hide': { most: 4, why: 'both marks, the pair, and the journal' },
  'GET /account/export': { most: 32, why: 'everything that is held about a student, from every collection' },
  'GET /api/v1/account/export-file': { most: 40, why: 'the same, as a file' },
  'POST /account/export-link': { most: 4, why: 'a limit of its own, for all processes together' },
  'GET /account/sessions': {
    most: 4,
    why: 'the session that asks and its account, not from memory; all of them',
  },
  'DELETE /account/sessions': { most: 23, why: `each session ends by itself` },
  'DELETE /account/sessions/{sessionId}': { most: 7, why: `the session ends everywhere` },
  'DELETE /account': { most: MANY, why: AGAIN },
  'GET /auth/v1/.well-known/jwks.json': { most: 6, why: 'the first process on a database makes the keys' },
  'GET /auth/v1/user': { most: 3, why: 'account and session, not from memory' },
  'PUT /auth/v1/user': { most: 5, why: 'account and session, not from memory, and the write' },
  'POST /auth/v1/otp': {
    most: 20,
    why: 'limits of address, site and mailbox and two of all mails, those that slide with the window before',
  },
  'POST /auth/v1/resend': { most: 20, why: 'the same as a first code' },
  'POST /auth/v1/verify': {
    most: 24,
    why: 'limit, code, account, the session and the one it replaces, keys',
  },
  'POST /auth/v1/token': { most: 8, why: 'limit, one conditional write of the session, account and keys' },
  'POST /auth/v1/logout': {
    most: 24,
    why: 'account and session, not from memory; each session ends by itself',
  },
};

/** Kinds of queries that may read a whole collection, as `command collection`, each with the reason. */
export const MAY_SCAN: Readonly<Record<string, string>> = {
  'find match_rounds': 'a handful of documents: those of earlier rounds are deleted',
};
