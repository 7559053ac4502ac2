import fc from 'fast-check';
import { fixedClock } from '@flint/services';
import { useTestServer, type Answer, type TestStudent } from '@flint/testing';
import { isLong, isShort } from '@flint/testing/long';
import { join, joinTwo, newRound } from '../offers/testing/campus';
import { clearStudents } from '../testing/clear';
import { DISTRUSTED_FROM } from './file-report';
import { standings } from './standing.model';
import { numbered } from './testing/numbered';
import { report } from './testing/report';

const START = '2027-03-02T12:00:00Z';
const clock = fixedClock(START);
const server = useTestServer({ clock });
// until a process has seen a round, it makes one, at any time
beforeAll(() => newRound(server));

const VIEWS = ['matches', 'offers', 'blocks', 'safety/reports', 'account/export'];

interface People {
  readonly ann: TestStudent;
  readonly bea: TestStudent;
  /** The id of the account that Ann acts on. */
  readonly id: string;
}

/** What Ann, or Bea, does. */
const ACTS = {
  block: ({ ann, id }: People) => ann.call('POST /blocks', { userId: id }),
  lift: ({ ann, id }: People) => ann.call(`DELETE /blocks/${id}`),
  hide: ({ ann, id }: People) => ann.call(`POST /matches/${id}/hide`),
  report: ({ ann, id }: People) => report(ann, { id }),
  'another reason': ({ ann, id }: People) => report(ann, { id }, { reason: 'hate', description: 'Words' }),
  invite: ({ ann, bea }: People) => ann.invite(bea),
  'is invited': ({ ann, bea }: People) => bea.invite(ann),
} as const;
type Act = keyof typeof ACTS;

interface Step {
  readonly act: Act;
  /** Whom Ann names: Ben, who has left, Bea, who joined since, or somebody else. */
  readonly whom: 'ben' | 'bea' | 'cem';
}
/** Steps before Ben leaves, before Bea joins, and after it. */
type Steps = readonly (readonly Step[])[];

const CUTS = ['block', 'lift', 'hide', 'report', 'another reason'] as const;
const some = (acts: readonly Act[], ...people: readonly Step['whom'][]) =>
  fc.array(fc.record({ act: fc.constantFrom(...acts), whom: fc.constantFrom(...people) }), {
    minLength: 1,
    maxLength: 5,
  });
const acts = Object.keys(ACTS) as Act[];
const sameDay = some(acts, 'ben', 'bea', 'cem').map((steps): Steps => [[], [], steps]);
const before = some(CUTS, 'ben', 'cem');
const anyDay: fc.Arbitrary<Steps> = fc.tuple(before, before, some(CUTS, 'ben', 'bea', 'cem'));

/** Answers as text, in which the nth id is the same in both worlds. */
function plain(answers: readonly Answer[], { email }: TestStudent): string[] {
  const lines = answers.map(({ status, body }) =>
    JSON.stringify([status, body])
      .replaceAll(email, 'ann')
      .replace(/"(?:requestId|instance)":"[^"]+"/g, ''),
  );
  return numbered(lines.join('\n')).split('\n');
}

/** What Ann receives while Ben leaves, and Bea joins with Ben's mailbox or another one. She may make two reports a day. */
async function answersIn(isSame: boolean, [here = [], gone = [], back = []]: Steps): Promise<string[]> {
  clock.set(START);
  await clearStudents(server);
  const ann = await join(server);
  const [ben, cem] = [await join(server, { gender: 'man' }), await join(server, { gender: 'man' })];
  const { deps } = server;
  await standings(deps.db).create({ _id: ann.id, falseReports: DISTRUSTED_FROM });
  // a round leaves out whoever was blocked before
  const isListed = here.length + gone.length === 0;
  const views = VIEWS.filter((view) => isListed || view !== 'matches');
  const answers: Answer[] = [];
  const take = async (steps: readonly Step[], bea: TestStudent) => {
    for (const { act, whom } of steps) {
      clock.advanceSeconds(60);
      const answer = await ACTS[act]({ ann, bea, id: { ben, bea, cem }[whom].id });
      if (act !== 'is invited') answers.push(answer);
      for (const view of views) answers.push(await ann.call(`GET /${view}`));
    }
  };
  await take(here, ben);
  await ben.call('DELETE /account');
  await take(gone, ben);
  const bea = await join(server, { name: 'Bea', gender: 'man', ...(isSame && { email: ben.email }) });
  if (isListed) await newRound(server);
  await take(back, bea);
  return plain(answers, ann);
}

const step = (act: Act, whom: Step['whom']): Step => ({ act, whom });

describe('a student who knows the id of an account that was deleted', () => {
  it.each<[string, fc.Arbitrary<Steps>, Steps[]]>([
    [
      'and sees a student who joined since',
      sameDay,
      [
        [
          [],
          [],
          [
            step('hide', 'ben'),
            step('block', 'ben'),
            step('invite', 'bea'),
            step('block', 'bea'),
            step('lift', 'ben'),
            step('lift', 'bea'),
            step('hide', 'bea'),
          ],
        ],
        [[], [], [step('report', 'ben'), step('is invited', 'bea'), step('block', 'ben')]],
      ],
    ],
    [
      'and has blocked or reported it',
      anyDay,
      [
        [
          [step('report', 'ben')],
          [step('another reason', 'ben'), step('hide', 'ben')],
          [step('report', 'bea'), step('report', 'cem'), step('another reason', 'bea'), step('lift', 'ben')],
        ],
        // by then, no report is left that day
        [[step('report', 'ben')], [step('report', 'cem')], [step('report', 'bea')]],
      ],
    ],
  ])(
    '%s, whatever she does about both ids that day - sees the same whether the two accounts have one mailbox or not',
    async (_, sequences, examples) => {
      await fc.assert(
        fc.asyncProperty(sequences, async (steps) => {
          expect(await answersIn(true, steps)).toEqual(await answersIn(false, steps));
        }),
        { numRuns: isLong ? 20 : isShort ? 1 : 4, examples: examples.map((steps) => [steps]) },
      );
    },
  );

  it('and blocks it, or hides it - is on no list of the later account of that mailbox from the next round on, nor that one on hers', async () => {
    for (const act of ['block', 'hide'] as const) {
      await clearStudents(server);
      const [ann, ben] = await joinTwo(server);
      await ben.call('DELETE /account');
      const bea = await join(server, { gender: 'man', email: ben.email });
      await newRound(server);
      await ACTS[act]({ ann, bea, id: ben.id });
      const listed = async () =>
        Promise.all([ann, bea].map(async (who) => (await who.call('GET /matches')).body.items.length));
      expect([act, await listed()]).toEqual([act, [1, 1]]);
      await newRound(server);
      expect([act, await listed()]).toEqual([act, [0, 0]]);
    }
  });
});
