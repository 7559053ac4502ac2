import fc from 'fast-check';
import { useTestServer, type TestStudent } from '@flint/testing';
import { isLong, isShort } from '@flint/testing/long';
import { dateBooks } from '../date-books/index';
import { overlaps } from './date-book';
import { shownThreadsOf } from './shown-threads';
import { isAgreed, isOpen, lastRound, otherSide, userAt, type Thread } from './thread';
import { threads } from './thread.model';
import { hasCut } from '../safety/index';
import { enrol, forgetMeetings, introduce, isHere } from './testing/campus';

/** Runs of each pair of acts, the requests of one run that are sent at once, and the answers to one offer. */
const RUNS = Number(process.env.FLINT_RACES ?? 1);
const [AT_ONCE, ANSWERS] = isShort ? [16, 8] : [40, 20];

const server = useTestServer({ env: { IP_LIMIT_FACTOR: '1000' } });

/** Three women and three men, with the offers between them. */
interface Campus {
  readonly students: readonly TestStudent[];
  readonly offers: readonly { readonly id: string; readonly from: TestStudent; readonly to: TestStudent }[];
}

/** Hours from now; each overlaps the next. */
const TIMES = [72, 73, 74.5, 76] as const;
const at = (hour: number) => ({ proposedDate: server.inHours(TIMES[hour]!) });

let students: readonly TestStudent[] = [];
/** Three women and three men, who may invite each other and have not met. All races share them; whoever left is replaced. */
async function everyone(): Promise<readonly TestStudent[]> {
  await forgetMeetings(server);
  const stayed = await Promise.all(
    Array.from({ length: 6 }, async (_, i) => students[i] && isHere(students[i])),
  );
  if (!stayed.every(Boolean)) {
    const traits = (i: number) => (i < 3 ? {} : ({ name: 'Ben', gender: 'man' } as const));
    students = await Promise.all(
      stayed.map((isStill, i) => (isStill ? students[i]! : enrol(server, traits(i)))),
    );
    await introduce(server, ...students);
  }
  return students;
}

/** Two agreed dates, three offers that wait, and pairs without an offer. */
async function campus(): Promise<Campus> {
  const all = await everyone();
  const offers = [];
  for (const [from, to, hour] of [
    [0, 3, 0],
    [1, 4, 0],
    [0, 4, 1],
    [1, 5, 2],
    [2, 4, 3],
  ] as const) {
    const { status, body } = await all[from]!.invite(all[to]!, at(hour));
    if (status !== 201) throw new Error(`no offer: ${body.code}`);
    offers.push({ id: body.id as string, from: all[from]!, to: all[to]! });
  }
  for (const { id, to } of offers.slice(0, 2)) await to.respond(id, 'accept');
  return { students: all, offers };
}

/** What a request is about; an act takes what it needs. */
interface Draw {
  readonly one: number;
  readonly other: number;
  readonly offer: number;
  readonly hour: number;
}

const ACTS = {
  create: ({ students }, { one, other, hour }) => students[one]!.invite(students[other]!, at(hour)),
  accept: ({ offers }, { offer }) => offers[offer]!.to.respond(offers[offer]!.id, 'accept'),
  reschedule: ({ offers }, { offer, hour }) =>
    offers[offer]!.to.respond(offers[offer]!.id, 'reschedule', { rescheduleData: at(hour) }),
  withdraw: ({ offers }, { offer }) => offers[offer]!.from.call(`POST /offers/${offers[offer]!.id}/withdraw`),
  cancel: ({ offers }, { offer }) => offers[offer]!.from.call(`POST /offers/${offers[offer]!.id}/cancel`),
  block: ({ students }, { one, other }) =>
    students[one]!.call('POST /blocks', { userId: students[other]!.id }),
  delete: ({ students }, { one }) => students[one]!.call('DELETE /account'),
} satisfies Record<string, (campus: Campus, draw: Draw) => ReturnType<TestStudent['call']>>;
type Act = keyof typeof ACTS;

const names = Object.keys(ACTS) as Act[];
/** Every pair in the long run, seven in several runs, with each act in two of them; else five, with each act in one. */
const PAIRS = names.flatMap((a, i) =>
  names
    .slice(i)
    .flatMap((b, apart) => (isLong || apart === 2 || (apart === 5 && RUNS > 1) ? [[a, b] as const] : [])),
);

const draw = fc.record({
  one: fc.nat({ max: 5 }),
  other: fc.nat({ max: 5 }),
  offer: fc.nat({ max: 4 }),
  hour: fc.nat({ max: 3 }),
});

/** What must never be in the database, in words. */
async function faultsIn({ students }: Campus): Promise<string[]> {
  const { db } = server.deps;
  const ids = students.map(({ id }) => id);
  const mine = (found: { participants: string[] }) => found.participants.some((id) => ids.includes(id));
  const all = (await threads(db).find().lean()).filter(mine) as unknown as (Thread & {
    participants: string[];
  })[];
  const faults: string[] = [];
  for (const id of ids) {
    const own = all.filter(({ participants }) => participants.includes(id));
    const dates = own.map(lastRound).filter(isAgreed);
    for (const [i, a] of dates.entries())
      for (const b of dates.slice(i + 1))
        if (overlaps(a.proposedDate, b.proposedDate)) faults.push('two dates of one student overlap');
    const marks = await db.collection<{ _id: string; mark: string }>('contact_marks').findOne({ _id: id });
    const book = marks && (await dateBooks(db).findById(marks.mark).lean());
    const kept = (each: { id: string }[]) =>
      each
        .map((date) => date.id)
        .toSorted()
        .join(' ');
    if (book && kept(book.dates.map(({ offerId }) => ({ id: offerId }))) !== kept(dates))
      faults.push('a date book differs from the offers');
    const sent = own.filter(({ initiatorId }) => initiatorId === id).length;
    // an offer of two deleted students is gone, the count stays
    if (book && book.sentAt.length < sent) faults.push('a sent offer was not counted');
  }
  const open = all.filter(isOpen);
  for (const { participants } of open)
    if (participants.length < 2) faults.push('an open offer of a deleted student');
  const pairs = open.map(({ participants }) => participants.toSorted().join(' '));
  if (new Set(pairs).size < pairs.length) faults.push('two open offers of one pair');
  for (const thread of open) {
    const { by } = lastRound(thread);
    const [sender, recipient] = [userAt(thread, by), userAt(thread, otherSide(by))];
    if (!sender || !recipient) continue;
    if (await hasCut(server.deps, sender, recipient)) faults.push('an open offer to somebody blocked');
    if (!(await hasCut(server.deps, recipient, sender))) continue;
    // an offer to whoever blocked its sender waits, and nobody sees it
    const seen = await shownThreadsOf(server.deps, recipient);
    if (isAgreed(lastRound(thread)) || seen.some((each) => lastRound(each).id === lastRound(thread).id))
      faults.push('an offer or a date across a block');
  }
  return faults;
}

describe(`${ANSWERS} accepts and declines of one offer at once`, () => {
  it('by the recipient - one of them is the answer, and the others learn it', async () => {
    const [ann, , , ben] = (await everyone()) as [TestStudent, TestStudent, TestStudent, TestStudent];
    const { id } = (await ann.invite(ben)).body as { id: string };
    const sent = Array.from({ length: ANSWERS }, (_, i) => ben.respond(id, i % 2 ? 'accept' : 'decline'));
    const answers = await Promise.all(sent);
    const [won, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    for (const { status, body } of answers.filter((each) => each !== won))
      expect([status, body.code, body.offer.status]).toEqual([409, 'offer_state_changed', won!.body.status]);
  });
});

describe('an agreement whose last write fails', () => {
  it('in the date books - books nothing, and the offer still waits', async () => {
    const [ann, , , ben] = (await everyone()) as [TestStudent, TestStudent, TestStudent, TestStudent];
    const { id } = (await ann.invite(ben)).body as { id: string };
    jest
      .spyOn(dateBooks(server.deps.db), 'bulkWrite')
      .mockRejectedValueOnce(new Error('the connection is lost'));
    expect((await ben.respond(id, 'accept')).status).toBe(500);
    expect((await ann.call('GET /offers')).body.items).toMatchObject([{ id, status: 'pending' }]);
    expect(await dateBooks(server.deps.db).countDocuments({ 'dates.offerId': id })).toBe(0);
    expect((await ben.respond(id, 'accept')).status).toBe(200);
  });
});

describe(`${AT_ONCE} requests at once`, () => {
  it.each(PAIRS)(
    'that %s and %s - leave no date at the time of another, no offer across a block, and date books that agree with the offers',
    async (first, second) => {
      await fc.assert(
        fc.asyncProperty(fc.array(draw, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (draws) => {
          const all = await campus();
          const sent = draws.map((each, i) => ACTS[i % 2 ? second : first](all, each));
          const failed = (await Promise.all(sent)).filter(({ status }) => status >= 500);
          // a failure says its cause
          const logged = failed.map(({ body }) => server.logged().match(`.*${body.requestId}.*"err".*`)?.[0]);
          expect(logged).toEqual([]);
          expect(await faultsIn(all)).toEqual([]);
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    },
  );
});
