import fc from 'fast-check';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { isLong, isShort } from '@flint/testing/long';
import { join, newRound } from '../offers/testing/campus';
import { clearStudents } from '../testing/clear';

const START = '2027-03-02T12:00:00Z';
const clock = fixedClock(START);
const server = useTestServer({ clock, env: { IP_LIMIT_FACTOR: '1000' } });

const VIEWS = ['matches', 'offers', 'blocks', 'account/export'];

interface People {
  readonly ann: TestStudent;
  readonly bea: TestStudent;
  /** The id of the account that Ann acts on. */
  readonly id: string;
}

/** What Ann, or Bea, does; only the first of these are possible before there is Bea. */
const ACTS = {
  block: ({ ann, id }: People) => ann.call('POST /blocks', { userId: id }),
  lift: ({ ann, id }: People) => ann.call(`DELETE /blocks/${id}`),
  hide: ({ ann, id }: People) => ann.call(`POST /matches/${id}/hide`),
  invite: ({ ann, bea }: People) => ann.invite(bea),
  'is invited': ({ ann, bea }: People) => bea.invite(ann),
} as const;

interface Step {
  readonly act: keyof typeof ACTS;
  /** Whether she names Bea's account; otherwise that of Ben, who has left. */
  readonly isNew: boolean;
}

const stepOf = (...acts: readonly Step['act'][]) =>
  fc.record<Step>({ act: fc.constantFrom(...acts), isNew: fc.boolean() });
const aboutBea = stepOf('block', 'lift', 'hide', 'invite', 'is invited');
const sameDay = fc.array(aboutBea, { minLength: 1, maxLength: 5 });

/** Answers as text, in which the nth id is the same in both worlds. */
function plain(answers: readonly { status: number; body: unknown }[], { email }: TestStudent): string[] {
  const ids = new Map<string, string>();
  return answers.map(({ status, body }) =>
    JSON.stringify([status, body])
      .replaceAll(email, 'ann')
      .replace(/"(?:requestId|instance)":"[^"]+"/g, '')
      .replace(/[0-9a-f]{24}|[0-9a-f-]{36}/g, (id) => {
        ids.set(id, ids.get(id) ?? `<${ids.size}>`);
        return ids.get(id)!;
      }),
  );
}

/** What Ann receives while Ben leaves, and Bea joins with Ben's mailbox or another one and is on Ann's list. */
async function answersIn(isSame: boolean, steps: readonly Step[]): Promise<string[]> {
  clock.set(START);
  await clearStudents(server);
  const ann = await join(server);
  const ben = await join(server, { name: 'Ben', gender: 'man' });
  await ben.call('DELETE /account');
  clock.advanceSeconds(61);
  const bea = await join(server, { name: 'Bea', gender: 'man', ...(isSame && { email: ben.email }) });
  await newRound(server);
  const answers = [];
  const look = async () => {
    for (const view of VIEWS) answers.push(await ann.call(`GET /${view}`));
  };
  await look();
  for (const { act, isNew } of steps) {
    clock.advanceSeconds(60);
    const answer = await ACTS[act]({ ann, bea, id: isNew ? bea.id : ben.id });
    if (act !== 'is invited') answers.push(answer);
    await look();
  }
  return plain(answers, ann);
}

const old = (act: Step['act']): Step => ({ act, isNew: false });
const now = (act: Step['act']): Step => ({ act, isNew: true });

describe('a student who knows the id of an account that was deleted', () => {
  it('and sees a student who joined since, whatever she does about both ids that day - sees the same whether the two accounts have one mailbox or not', async () => {
    await fc.assert(
      fc.asyncProperty(sameDay, async (steps) => {
        expect(await answersIn(true, steps)).toEqual(await answersIn(false, steps));
      }),
      {
        numRuns: isLong ? 60 : isShort ? 1 : 5,
        examples: [
          [[old('hide'), old('block'), now('invite'), now('block'), old('lift'), now('lift'), now('hide')]],
          [[old('block'), now('is invited'), old('block')]],
          [[old('hide'), now('hide')]],
        ],
      },
    );
  });
});
