import type { Route, ROUTES } from '@flint/contracts';
import type { ScreenId } from '@flint/remote-kit';
import { locale } from '@flint/texts';
import { API_BASE } from '@flint/contracts/route';
import type { StoredSession } from './stored-session';

type AnyRoute = (typeof ROUTES)[keyof typeof ROUTES];
/** Paths of GET routes for a signed-in student that have no parameters. */
type ReadPath = Exclude<
  Extract<AnyRoute, Pick<Route, 'path'> & { readonly method: 'GET'; readonly auth: 'user' }>['path'],
  `${string}{${string}`
>;

/** Routes that a screen reads first: requested while its code is still being downloaded. */
const ASKED_FIRST: Readonly<Partial<Record<ScreenId, readonly ReadPath[]>>> = {
  onboarding: ['/profile'],
  availability: ['/availability'],
  photos: ['/photos'],
  profile: ['/profile', '/availability', '/photos'],
  offers: ['/offers'],
  matches: ['/matches'],
};

/** Screens whose largest thing is the first picture of their answer. */
const BEGIN_WITH_PICTURE: readonly (ScreenId | undefined)[] = ['photos', 'matches'];

/** By path below the API's base. */
type EarlyAnswers = Record<string, Promise<Response> | undefined>;

export interface EarlyAsked {
  /** The access token they were asked for with. */
  readonly token: string;
  readonly answers: EarlyAnswers;
}

/** Requests the first picture of an answer before the code that shows it is there. */
async function requestPicture(answer: Promise<Response>): Promise<void> {
  const text = await (await answer).clone().text();
  const href = text.split('"').find((part) => part.includes('/large?'));
  if (!href) return;
  const link = document.createElement('link');
  document.head.append(Object.assign(link, { rel: 'preload', as: 'image', fetchPriority: 'high', href }));
}

/** Requests what these screens need first; null if the session has to be refreshed before. */
export function requestEarly(session: StoredSession, screens: readonly ScreenId[]): EarlyAsked | null {
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
    answer.catch(() => undefined); // claimEarlyAnswer() passes the failure on
    if (BEGIN_WITH_PICTURE.includes(screens.at(-1))) requestPicture(answer).catch(() => undefined);
    answers[path] = answer;
  }
  return { token, answers };
}

/** Maximum age of an answer in milliseconds: the data may have changed since. */
const GOOD_FOR_MS = 30_000;

/** The answer that was requested at the start of this page: once, and only for the same token; else undefined. */
export function claimEarlyAnswer(path: string, token: string): Promise<Response> | undefined {
  const early = window.flintBoot?.early;
  if (!early || early.token !== token || performance.now() > GOOD_FOR_MS) return undefined;
  const answer = early.answers[path];
  early.answers[path] = undefined;
  return answer;
}
