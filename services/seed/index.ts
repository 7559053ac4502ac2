import type { Answer } from '@flint/contracts/questions/types';
import { makeTodaysRound } from '../src/resources/matches/make-round';
import { profiles } from '../src/resources/profile/profile.model';
import { remakePicture } from '../src/resources/photos/picture';
import type { Deps } from '../src/resources/resource';
import { demoAccounts, type DemoAccount } from './demo-account';
import { NAMES } from './names';
import { seedOffers } from './offers';
import { createRandom, type Random } from './random';
import { seedOperators, seedReports } from './operators';
import { describePortrait, drawPortrait } from './portrait';
import { seedStudent, type Wish } from './student';

export { seedCampus } from './campus';
export { demoAccounts, type DemoAccount } from './demo-account';
export { DEMO_SECRET, demoOperators } from './operators';
export { createRandom, type Random } from './random';

/** Students around the demo accounts. */
const STUDENTS = 36;
/** Men among them, whom the demo accounts meet. */
const PARTNERS = 12;
const SEED = 20260901;

const OPEN = { age_preference: [18, 30], lifestyle_dealbreakers: { values: ['none'] } } as const;
const HER: Readonly<Record<string, Answer>> = {
  ...OPEN,
  gender_identity: 'woman',
  seeking_genders: { values: ['men'] },
};
const HIM: Readonly<Record<string, Answer>> = {
  ...OPEN,
  gender_identity: 'man',
  seeking_genders: { values: ['women'] },
};

async function seedCampus(deps: Deps, random: Random, host: string, picture: Wish['picture']) {
  const made = NAMES.slice(0, STUDENTS).map(async (name, i) => {
    const local = name
      .normalize('NFD')
      .replace(/[^a-z]/gi, '')
      .toLowerCase();
    return seedStudent(deps, random, {
      email: `${local}.demo@${host}`,
      name,
      answered: 1,
      photos: 1,
      week: random.chance(0.9),
      picture,
      ...(i < PARTNERS && { fixed: HIM }),
    });
  });
  const ids = await Promise.all(made);
  return { partners: ids.slice(0, PARTNERS), others: ids.slice(PARTNERS) };
}

/** Holds a document while the campus is made: in the database, so that it comes and goes with the data that it marks. */
const UNFINISHED = 'demo_unfinished';

/** What belongs to the running process, to the keys and to the operators: an unfinished campus has nothing in them. */
const NOT_OF_STUDENTS =
  /^(demo_unfinished|processes|migration|restores|journal|auth_keys|data_keys|safety_log|safety_operators)/;

async function removeStudents({ db }: Deps): Promise<void> {
  for (const { name } of await db.listCollections())
    if (!NOT_OF_STUDENTS.test(name)) await db.collection(name).deleteMany({});
}

/** Whether an account or a profile is of somebody whom the demo did not make. */
async function hasOthers({ db }: Deps, accounts: readonly DemoAccount[]): Promise<boolean> {
  const others = { email: { $nin: accounts.map(({ email }) => email), $not: /\.demo@/ } };
  for (const name of ['auth_users', 'profiles'])
    if (await db.db!.collection(name).findOne(others)) return true;
  return false;
}

/**
 * Fills an empty database with a demo campus, always the same one, and begins again after an interruption, unless others have joined since. Returns
 * the demo accounts. While it works, nobody may sign in. `isPlain`: one picture stands for every photo, because rendering them takes half of the time; for tests.
 */
export async function seedDemo(given: Deps, { isPlain = false } = {}): Promise<DemoAccount[]> {
  // nobody whom a demo account invites is left out of its list by chance
  const deps: Deps = { ...given, env: { ...given.env, ROUND_OMITS: 0 } };
  const host = deps.env.UNIVERSITY_EMAIL_HOST;
  const accounts = demoAccounts(host);
  const unfinished = deps.db.db!.collection(UNFINISHED);
  if ((await unfinished.findOne()) && !(await hasOthers(deps, accounts))) await removeStudents(deps);
  if ((await profiles(deps.db).estimatedDocumentCount()) > 0) return accounts;
  await unfinished.insertOne({});
  await seedOperators(deps);
  const random = createRandom(SEED);
  const picture = isPlain
    ? drawPortrait(describePortrait(createRandom(SEED))).then(remakePicture)
    : undefined;
  const { partners, others } = await seedCampus(deps, random, host, picture);
  const demo = (email: string, name: string, answered: number, photos: number) =>
    seedStudent(deps, random, {
      email: `${email}@${host}`,
      name,
      answered,
      photos,
      week: answered >= 1,
      fixed: HER,
      picture,
    });
  const [invited, sender] = await Promise.all([
    demo('invited', 'Imani', 1, 4),
    demo('sender', 'Sasha', 1, 2),
    demo('ready', 'Robin', 1, 3),
    demo('halfway', 'Harper', 0.5, 0),
    demo('new', 'New', 0, 0),
  ]);
  // first so that offers can go to people on a list; then again for the lists of new accounts
  await makeTodaysRound(deps, { again: true });
  await seedOffers(deps, invited, sender, partners);
  await seedReports(deps, others);
  await unfinished.drop();
  return accounts;
}
