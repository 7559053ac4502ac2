import type { AuthResult } from '../platform';
import type { FakeAnswer, FakeRoutes } from './fake-api';

export { FULL_STUDENT, NEW_STUDENT } from './student';
export { PICTURE } from './picture';

/** The API's responses to a remote, by name of the state. Every remote has `full` and `empty`. */
export interface Scenarios {
  readonly full: FakeRoutes;
  readonly empty: FakeRoutes;
}

/** The state in which a screen is shown: the API's responses, and whether the device is online. */
export interface ScreenState {
  readonly routes: FakeRoutes;
  readonly online: boolean;
  /** Results of requesting a code, entering one, and signing out. */
  readonly auth: () => Promise<AuthResult>;
}

/** Delay of a slow response. */
const SLOW_MS = 3_000;

const BUSY: FakeAnswer = {
  status: 503,
  body: {
    type: 'about:blank',
    title: 'Unavailable',
    status: 503,
    code: 'unavailable',
    detail: 'Flint is busy.',
  },
};

/** Names the scenarios of a remote; its `alone` page and its tests read them. */
export const defineScenarios = <T extends Scenarios>(scenarios: T): T => scenarios;

const answering = (routes: FakeRoutes, answer: FakeRoutes[string]): FakeRoutes =>
  Object.fromEntries(Object.keys(routes).map((key) => [key, answer]));

const wait = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, SLOW_MS);
  });

const slowly = (routes: FakeRoutes): FakeRoutes =>
  Object.fromEntries(
    Object.entries(routes).map(([key, answer]) => [
      key,
      (call) => wait().then(() => (typeof answer === 'function' ? answer(call) : answer)),
    ]),
  );

const lost = (): never => {
  throw new TypeError('Failed to fetch');
};

const fine = () => Promise.resolve<AuthResult>({ ok: true });
const refused = (message: string) => () => Promise.resolve<AuthResult>({ ok: false, message });

type NameOf<T> = keyof T | 'failing' | 'slow' | 'offline';

/** All states of a remote: its own scenarios, and the full one when slow, failing or offline. */
export function statesOf<T extends Scenarios>(scenarios: T): Readonly<Record<NameOf<T>, ScreenState>> {
  const { full } = scenarios;
  const own = Object.entries(scenarios as unknown as Readonly<Record<string, FakeRoutes>>).map(
    ([name, routes]): [string, ScreenState] => [name, { routes, online: true, auth: fine }],
  );
  const bad: Readonly<Record<'failing' | 'slow' | 'offline', ScreenState>> = {
    failing: { routes: answering(full, BUSY), online: true, auth: refused('Flint is busy.') },
    slow: { routes: slowly(full), online: true, auth: () => wait().then(fine) },
    offline: { routes: answering(full, lost), online: false, auth: refused('You are offline.') },
  };
  return { ...Object.fromEntries(own), ...bad } as Readonly<Record<NameOf<T>, ScreenState>>;
}
