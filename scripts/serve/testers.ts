/**
 * Testers: a user who opts in sees, in this browser, screens that are not for students yet, and the panel 'Remotes' of the command palette. It
 * grants no rights: the API answers a tester as it answers a student.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerOptIn, cookieOf } from './opt-in';

/** The page for opting in and out. */
export const TESTERS_PATH = '/testers';
/** The panel's content. */
export const TESTERS_JSON = '/testers.json';

const COOKIE = 'flint-tester';
const COOKIE_SECONDS = 30 * 24 * 3_600;

/** Whether this browser's user opted in. */
export const isTester = (request: IncomingMessage, isSecure: boolean): boolean =>
  cookieOf(request, COOKIE, isSecure) === 'yes';

const page = (isOn: boolean) => `<h1>Tester’s view</h1>
<p>${isOn ? 'It is on in this browser.' : 'Shows screens that are not for students yet, and which release of each screen runs (command palette, Remotes), in this browser.'}</p>
<form method="post" action="${TESTERS_PATH}"><button name="tester" value="${isOn ? 'no' : 'yes'}">${isOn ? 'Turn it off' : 'Turn it on'}</button></form>`;

/** Handles the page and its button, which toggles the state. */
export function answerTesters(
  request: IncomingMessage,
  response: ServerResponse,
  isSecure: boolean,
): Promise<void> {
  const isOn = isTester(request, isSecure);
  return answerOptIn(request, response, {
    title: 'Testers',
    style: 'button{min-height:2.75rem;padding:0 1rem;font:inherit}',
    cookie: COOKIE,
    isSecure,
    show: () => ({ status: 200, html: page(isOn) }),
    press: () => ({ value: 'yes', seconds: isOn ? 0 : COOKIE_SECONDS }),
  });
}
