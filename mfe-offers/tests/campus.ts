import { startFlint, type StoredSession, type TestFlint } from '@flint/testing';
import { launchBrowser, type openPage } from '@flint/testing/browser';
import type { Browser, Page } from 'playwright-core';

type FlintOptions = NonNullable<Parameters<typeof startFlint>[0]>;
type PageOptions = NonNullable<Parameters<typeof openPage>[1]>;

export interface Student {
  readonly page: Page;
  readonly session: StoredSession;
  close(): Promise<void>;
}

interface Traits {
  /** Answers besides name, age and whom one seeks. */
  readonly answers?: object;
  /** Free hours in UTC. */
  readonly utcSlots?: readonly { dayOfWeek: number; startHour: number; endHour: number }[];
  readonly onboardingCompletedAt?: string;
}

/** What a test of this remote needs: the composed Flint, a browser, and students of 21 or older who look for each other. */
export interface Campus {
  readonly flint: TestFlint;
  /** A new student without an open page or any answer. */
  newcomer(name: string): Promise<StoredSession>;
  introduce(session: StoredSession, name: string, gender: 'man' | 'woman', more?: Traits): Promise<void>;
  /** A window of a browser profile of its own, on the university's clock. */
  open(session: StoredSession, at: string, options?: PageOptions): Promise<Student>;
  /** A student with a profile, on others' lists from now on, whose browser shows their offers or another screen. */
  student(name: string, gender: 'man' | 'woman', options?: PageOptions & { at?: string }): Promise<Student>;
}

/** Starts the campus before the tests of a file and stops it after them. */
export function startCampus(options: FlintOptions = {}): Campus {
  let flint: TestFlint;
  let browser: Browser;
  let count = 0;
  beforeAll(async () => {
    const env = { IP_LIMIT_FACTOR: '1000', ...options.env };
    [flint, browser] = await Promise.all([startFlint({ ...options, env }), launchBrowser()]);
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await flint[Symbol.asyncDispose]();
  });

  async function accepted(session: StoredSession, call: string, body?: unknown): Promise<void> {
    const { status } = await flint.call(session, call, body);
    if (status !== 200) throw new Error(`${call}: ${status}`);
  }
  const newcomer: Campus['newcomer'] = (name) =>
    flint.sessionOf(`${name.toLowerCase()}${(count += 1)}@campus.edu`);
  const introduce: Campus['introduce'] = async (session, name, gender, more = {}) => {
    const { answers, utcSlots, onboardingCompletedAt } = more;
    await accepted(session, 'PATCH /profile', {
      answers: {
        bundle_intro: { display_name: name, date_of_birth: '2004-01-15' },
        gender_identity: gender,
        seeking_genders: { values: [gender === 'man' ? 'women' : 'men'] },
        ...answers,
      },
      ...(onboardingCompletedAt && { onboardingCompletedAt }),
    });
    const lastUpdated = new Date().toISOString();
    if (utcSlots) await accepted(session, 'POST /availability', { utcSlots, timezone: 'UTC', lastUpdated });
  };
  const open: Campus['open'] = async (session, at, pageOptions) => {
    const opened = await flint.openSignedIn(browser, session, at, {
      timezoneId: 'America/Toronto',
      ...pageOptions,
      // a new student has no week yet
      allow: [/404 \(Not Found\) \(.*\/api\/v1\/availability\)/, ...(pageOptions?.allow ?? [])],
    });
    return { page: opened.page, session, close: opened.close };
  };
  return {
    get flint() {
      return flint;
    },
    newcomer,
    introduce,
    open,
    async student(name, gender, { at = '/offers', ...pageOptions } = {}) {
      const session = await newcomer(name);
      await introduce(session, name, gender);
      // reading the matches puts a student on others' lists
      await accepted(session, 'GET /matches');
      return open(session, at, pageOptions);
    },
  };
}
