import type { ReportReason } from '@flint/contracts';
import { loadProfile } from '../src/resources/profile/index';
import type { Deps } from '../src/resources/resource';
import { logFirstAct, logAct } from '../src/resources/safety/operator-log';
import { addOperator, hasOperators } from '../src/resources/safety/operators';
import { filePersonReport } from '../src/resources/safety/file-report';
import { ENGLISH } from '../src/texts/index';

const NAMES = ['kim', 'lou'] as const;
/** The secret of the demo operators, entered with the first code of their authenticator. For demonstrations only. */
export const DEMO_SECRET = 'demo operator secret';

/** The two demo operators in the format of DESK_OPERATORS. */
export const demoOperators = (host: string): string =>
  NAMES.map((name) => `${name}=${name}@${host}`).join(', ');

/** Adds the demo operators unless the log shows that there ever was an operator. */
export async function seedOperators(deps: Deps): Promise<void> {
  const [first, ...others] = NAMES;
  if ((await hasOperators(deps)) || !(await logFirstAct(deps, first, `operators first ${first}`))) return;
  await addOperator(deps, first, DEMO_SECRET);
  for (const name of others) {
    await logAct(deps, first, `operators add ${name}`);
    await addOperator(deps, name, DEMO_SECRET);
  }
}

const REPORTS: readonly (readonly [ReportReason, string])[] = [
  [
    'safety_concern',
    'After the movie he locked the car doors and asked why I was in a hurry. I left when a bus came.',
  ],
  ['harassment', 'She waited outside of my lab three times this week although I said no.'],
  ['fake_profile', 'The photos are of someone else: I found them on a modeling site.'],
  ['inappropriate_behavior', 'He would not stop commenting on how I look.'],
  ['no_show', 'Did not come, and did not say a word.'],
];

/** Creates a few reports between students who meet no demo account. */
export async function seedReports(deps: Deps, students: readonly string[]): Promise<void> {
  for (const [i, [reason, description]] of REPORTS.entries()) {
    const [by, about] = [students[2 * i], students[i === 1 ? 1 : 2 * i + 1]];
    if (!by || !about) continue;
    const { email } = (await loadProfile(deps, by))!;
    const reporter = { actor: { userId: by, email }, texts: ENGLISH };
    await filePersonReport(deps, reporter, { userId: about, reason, description });
  }
}
