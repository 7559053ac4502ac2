import type { Route, ROUTES } from '@flint/contracts';
import type { ScreenId } from '@flint/remote-kit';
import { locale } from '@flint/texts';
import { API_BASE } from '@flint/contracts/route';
import type { StoredSession } from './stored-session';

type AnyRoute = (typeof ROUTES)[keyof typeof ROUTES];
/** Of what a student may read without saying more than who asks. */
type ReadPath = Exclude<
  Extract<AnyRoute, Pick<Route, 'path'> & { readonly method: 'GET'; readonly auth: 'user' }>['path'],
  `${string}{${string}`
>;

/** What a screen asks before it can be drawn: on its way while the code of the screen still is. */
const ASKED_FIRST: Readonly<Partial<Record<ScreenId, readonly ReadPath[]>>> = {
  onboarding: ['/profile'],
  availability: ['/availability'],
  photos: ['/photos'],
  profile: ['/profile', '/availability', '/photos'],
  offers: ['/offers'],
  matches: ['/matches'],
};

/** By path below the API's base. */
type EarlyAnswers = Record<string, Promise<Response> | undefined>;

export interface EarlyAsked {
  /** The access token they were asked for with. */
  readonly token: string;
  readonly answers: EarlyAnswers;
}

/** Asks for what these screens need first; null when the session has to be renewed before. */
export function askEarly(session: StoredSession, screens: readonly ScreenId[]): EarlyAsked | null {
  const { accessToken: token, fresh } = session;
  if (!fresh) return null;
  const headers = {
    accept: 'application/json',
    'accept-language': locale(),
    authorization: `Bearer ${token}`,
  };
  const answers: EarlyAnswers = {};
  for (const path of new Set(screens.flatMap((screen) => ASKED_FIRST[screen] ?? []))) {
    const answer = fetch(API_BASE + path, { headers });
    answer.catch(() => undefined); // whoever takes it hears of its failure
    answers[path] = answer;
  }
  return { token, answers };
}

/** An answer older than this, in milliseconds, is none: something may have changed it. */
const GOOD_FOR_MS = 30_000;

/** The answer that was asked for at the start of this page, to the first who asks with the same token; undefined to all others. */
export function takeEarly(path: string, token: string): Promise<Response> | undefined {
  const early = window.flintBoot?.early;
  if (!early || early.token !== token || performance.now() > GOOD_FOR_MS) return undefined;
  const answer = early.answers[path];
  early.answers[path] = undefined;
  return answer;
}
