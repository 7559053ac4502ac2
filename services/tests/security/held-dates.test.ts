import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { pair } from '../../src/resources/offers/testing/campus';
import { sendReminders } from '../../src/resources/offers/reminders';
import { standings } from '../../src/resources/safety/standing.model';
import { users } from '../../src/resources/sign-in/user.model';
import { decideByCommand } from '../../src/resources/safety/testing/decide';

const clock = fixedClock('2026-03-02T12:00:00Z');
const CHILD = {
  answers: { bundle_intro: { display_name: 'Ben', date_of_birth: '2015-05-05' } },
  confirmedBirthDate: '2015-05-05',
};

const server = useTestServer({ clock });

/** Ann and Ben with an agreed date, in fifty hours. */
async function agreed() {
  const [ann, ben] = await pair(server);
  const offerId: string = (await ann.invite(ben, { proposedDate: server.inHours(50) })).body.id;
  await ben.respond(offerId, 'accept');
  return { ann, ben, offerId };
}

async function passUntilDate() {
  for (let hours = 0; hours < 50; hours += 5) {
    clock.advanceSeconds(5 * 3600);
    await sendReminders(server.deps);
  }
}

async function decide(by: TestStudent, about: TestStudent, measure: string) {
  const cid = await server.signIn();
  await cid.call('PATCH /profile', { answers: {} });
  const filed = await cid.call('POST /safety/reports', {
    userId: about.id,
    reason: 'safety_concern',
    description: 'What happened',
  });
  const verdict = { by: 'Olga', reason: 'We read it.', measure };
  await decideByCommand(server.deps, filed.body.id, 'upheld', verdict);
}

const set = (ben: TestStudent, standing: object) =>
  standings(server.deps.db).updateOne({ _id: ben.id }, { $set: standing }, { upsert: true });

/** How Ben loses his dates; `late`: noticed only when the next reminder is due. */
const WAYS: readonly [
  string,
  'at once' | 'late',
  (ann: TestStudent, ben: TestStudent) => Promise<unknown>,
][] = [
  ['a date of birth under 18', 'at once', (_ann, ben) => ben.call('PATCH /profile', CHILD)],
  ['a ban by the safety team', 'at once', (ann, ben) => decide(ann, ben, 'ban')],
  ['a suspension', 'at once', (ann, ben) => decide(ann, ben, 'suspension')],
  ['deleting the account', 'at once', (_ann, ben) => ben.call('DELETE /account')],
  [
    'a hold that left the date, by an older version or a concurrent answer',
    'late',
    (_ann, ben) => set(ben, { heldAt: clock.now(), restrictedUntil: new Date('9999-12-31') }),
  ],
  [
    'a ban from signing in',
    'late',
    (_ann, ben) =>
      users(server.deps.db).collection.insertOne({
        _id: ben.id as never,
        email: ben.email,
        bannedUntil: new Date('2099-01-01'),
      }),
  ],
];

describe.each(WAYS)('an agreed date, after %s of one of the two', (_way, when, end) => {
  it('is called off - the other is informed once, without a name or reason, and nobody is reminded', async () => {
    const { ann, ben, offerId } = await agreed();
    await end(ann, ben);
    const stateOf = async () =>
      (await ann.call('GET /offers')).body.items.find(({ id }: { id: string }) => id === offerId);
    if (when === 'at once') expect((await stateOf()).cancelledAt).not.toBeNull();
    await passUntilDate();
    expect((await stateOf()).cancelledAt).not.toBeNull();
    // mail about a student who left is deleted from the outbox
    const told = (await server.mailsTo(ann)).filter(({ subject }) =>
      /your date|you have a date/i.test(subject),
    );
    expect(told.map(({ subject }) => subject)).toEqual(['Your date is called off']);
    const words = (told[0]!.text + told[0]!.html).replace(/https?:[^\s"]+/g, '');
    expect(words).not.toMatch(/\b(Ben|under|age|bann?ed|safety|team|held|Library|deleted?)\b/i);
    const reminded = (await server.mailsTo(ben)).filter(({ subject }) => subject.startsWith('Your date'));
    expect(reminded).toEqual([]);
  });
});

describe('a waiting offer whose sender enters a date of birth under 18', () => {
  it('can no longer be accepted', async () => {
    const [ann, ben] = await pair(server);
    const offerId: string = (await ben.invite(ann)).body.id;
    expect((await ben.call('PATCH /profile', CHILD)).status).toBe(422);
    const answer = await ann.respond(offerId, 'accept');
    expect(answer.status).toBe(409);
  });
});
