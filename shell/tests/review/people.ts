import { CUT_OFF, launchBrowser, type PageOptions } from '@flint/testing/browser';
import { bodyOf, startFlint, type StoredSession } from '@flint/testing/flint';
import { addPhotos as addPictures, introduce, type Gender } from '@flint/testing/students';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** What browsers log about a response of 4xx; a new student has no profile, week or photos yet. */
const REFUSED = /Failed to load resource/;
const HOUR_MS = 3_600_000;
export const PHONE = { width: 390, height: 844 } as const;

interface Facts {
  readonly gender?: Gender;
  readonly isComplete?: boolean;
  readonly hasWeek?: boolean;
}

export interface Student {
  readonly name: string;
  readonly session: StoredSession;
}

const EVENINGS = Array.from({ length: 7 }, (_, dayOfWeek) => ({ dayOfWeek, startHour: 17, endHour: 23 }));

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first();

/** Navigates to a screen by the navigation of the frame. */
export const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

const pictureOf = (background: string) =>
  sharp({ create: { width: 600, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** The whole product, a browser and students: shared by the tests of the review. */
async function openCampus(env: Readonly<Record<string, string>> = {}) {
  const [flint, browser] = await Promise.all([
    startFlint({ env: { IP_LIMIT_FACTOR: '1000', UNIVERSITY_TIMEZONE: 'UTC', ...env } }),
    launchBrowser(),
  ]);
  let made = 0;

  async function join(name: string, facts: Facts = {}): Promise<Student> {
    const { gender = 'woman', isComplete = true, hasWeek = true } = facts;
    const session = await flint.sessionOf(`${name.toLowerCase()}${(made += 1)}@campus.edu`);
    await introduce(flint, session, {
      name,
      gender,
      ...(hasWeek && { utcSlots: EVENINGS }),
      ...(isComplete && { onboardingCompletedAt: new Date().toISOString() }),
    });
    return { name, session };
  }

  /** Saves an album with a photo of each of these colors. */
  const addPhotos = async ({ session }: Student, colors: readonly string[]): Promise<void> =>
    addPictures(flint, session, await Promise.all(colors.map(pictureOf)));

  /** An offer for the full hour in three days. */
  const offer = (from: Student, to: Student): Promise<{ id: string }> =>
    bodyOf(
      flint.call(from.session, 'POST /offers', {
        toUserId: to.session.user.id,
        proposedDate: new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 72 * HOUR_MS).toISOString(),
        location: 'Library café',
        activity: 'Coffee',
      }),
    );

  async function open(
    who: Student,
    at: string,
    options: Pick<PageOptions, 'viewport' | 'serviceWorkers' | 'hasClock' | 'answersLater'> = {},
  ): Promise<{ page: Page; close(): Promise<void> }> {
    return flint.openSignedIn(browser, who.session, at, {
      timezoneId: 'UTC',
      ...options,
      allow: [REFUSED, ...CUT_OFF],
    });
  }

  /** Reads the matches of a student, who is on the lists of others from then on. */
  const look = (who: Student) => bodyOf(flint.call(who.session, 'GET /matches'));

  /** A woman and a man on each other’s lists. Others exist, too: use unique names for students that a test looks for. */
  async function pair(her: string, his: string): Promise<readonly [Student, Student]> {
    const both = [await join(her), await join(his, { gender: 'man' })] as const;
    await look(both[1]);
    await look(both[0]);
    return both;
  }

  return {
    flint,
    browser,
    url: flint.url,
    join,
    pair,
    open,
    offer,
    addPhotos,
    call: bodyOf,
    async close() {
      await browser.close();
      await flint[Symbol.asyncDispose]();
    },
  };
}

export type Campus = Awaited<ReturnType<typeof openCampus>>;

/** A campus for all tests of a file. Its fields are there once the tests run. */
export function useCampus(env?: Readonly<Record<string, string>>): Campus {
  const campus = {} as Campus;
  beforeAll(async () => void Object.assign(campus, await openCampus(env)), 240_000);
  afterAll(() => campus.close());
  return campus;
}

/** Waits until the server has everything. */
export const saved = (page: Page): Promise<void> => page.getByText('Everything saved').waitFor();
