import { rollback } from '@flint/remote-build/release/commands';
import { readPointers } from '@flint/remote-build/release/pointers';
import type { ReleasePlace } from '@flint/scripts/release/place';
import type { RemoteAddresses } from '@flint/scripts/serve/remotes-json';
import { openTestPlace, othersHash, releaseOffers } from './release-builds';
import { goTo, heading, version } from './screens';
import { browser, openSignedIn, useStage } from './stage';
import { openStudent, type Student } from './student';

/** `npm run test:releases` uses more of both. */
const STUDENTS = Number(process.env['FLINT_STUDENTS'] ?? 3);
const ROUNDS = Number(process.env['FLINT_RELEASES'] ?? 2);
/** Pause of each student, so that the total rate of clicks does not depend on their number. */
const THINK_MS = 100;

jest.setTimeout(60_000 + STUDENTS * ROUNDS * 10_000);

let place: ReleasePlace;
const stage = useStage(() => ({ releases: (place = openTestPlace()) }));

async function until(isDone: () => boolean, what: () => string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!isDone()) {
    if (Date.now() > deadline) throw new Error(`never: ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('releases while students visit', () => {
  it(`offers - released and rolled back ${ROUNDS} times under ${STUDENTS} students - no navigation fails, nothing else changes`, async () => {
    const first = await releaseOffers(place, 0);
    const others = await othersHash(stage.url);
    const students: Student[] = [];
    for (let n = 0; n < STUDENTS; n++) {
      students.push(await openStudent(browser, stage.url, { n, thinkMs: STUDENTS * THINK_MS }));
    }
    const someoneSees = (wanted: string) => students.some(({ seen }) => seen.has(wanted));
    const forget = () => {
      for (const { seen } of students) seen.clear();
    };
    await until(
      () => someoneSees(first),
      () => first,
    );
    for (let round = 1; round <= ROUNDS; round++) {
      forget();
      const made = await releaseOffers(place, round);
      await until(
        () => someoneSees(made),
        () => `${made} is seen`,
      );
      await rollback({ store: place.store }, 'offers');
      forget();
      await until(
        () => someoneSees(first),
        () => `${first} is seen again`,
      );
      if (round % 5 === 0) process.stdout.write(`  ${round} of ${ROUNDS} releases\n`);
    }
    await Promise.all(students.map((student) => student.stop()));
    expect(students.flatMap(({ failures }) => failures)).toEqual([]);
    expect(await othersHash(stage.url)).toBe(others);
    const { live, moves } = (await readPointers(place.store)).remotes['offers'] ?? {};
    expect([live?.release, moves]).toEqual([first, 1 + 2 * ROUNDS]);
    const visits = students.reduce((sum, student) => sum + student.visits(), 0);
    process.stdout.write(
      `  ${visits} navigations of ${STUDENTS} students over ${ROUNDS} releases and roll-backs, 0 failed\n`,
    );
  });

  it('a tab from before a roll-back - that does not know of it - works, also with parts that it has not loaded yet', async () => {
    await releaseOffers(place, 0);
    const second = await releaseOffers(place, 1);
    const { page, close } = await openSignedIn();
    await page.goto(`${stage.url}/offers`);
    await heading(page).waitFor();
    let told: RemoteAddresses | undefined;
    // from now on /remotes.json answers with the first list
    stage.setAddresses((now) => (told ??= now));
    await (await fetch(`${stage.url}/remotes.json`)).text();
    await rollback({ store: place.store }, 'offers');
    await goTo(page, 'Matches');
    expect(await version(page)).toBe(`offers ${second}`);
    expect(stage.requests.some((line) => line.includes('/files/src_matches_MatchesScreen'))).toBe(true);
    await close();
  });
});
