import type { Offer } from '@flint/contracts';
import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { agree, introduce, join, pair } from '../../src/resources/offers/testing/campus';
import { sendReminders } from '../../src/resources/offers/reminders';
import { takeDueSteps } from '../../src/resources/offers/write-offer';
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
  const offerId = await agree(ann, ben, { proposedDate: server.inHours(50) });
  return { ann, ben, offerId };
}

async function passUntilDate() {
  for (let hours = 0; hours < 50; hours += 5) {
    clock.advanceSeconds(5 * 3600);
    await sendReminders(server.deps);
  }
}

let cid: TestStudent;
beforeAll(async () => {
  cid = await server.signIn();
  await cid.call('PATCH /profile', { answers: {} });
});
async function decide(about: TestStudent, measure: string) {
  const filed = await cid.call('POST /safety/reports', {
    userId: about.id,
    reason: 'safety_concern',
    description: 'What happened',
  });
  const verdict = { by: 'Olga', reason: 'We read it.', measure };
  await decideByCommand(server.deps, filed.body.id, 'upheld', verdict);
}

/** How Ben stops having dates, each as the other one sees a pause. */
const WAYS: Readonly<Record<string, (ann: TestStudent, ben: TestStudent) => Promise<unknown>>> = {
  'a pause': (_ann, ben) => ben.call('PUT /safety/pause', { paused: true }),
  'a date of birth under 18': (_ann, ben) => ben.call('PATCH /profile', CHILD),
  'a ban by the safety team': (_ann, ben) => decide(ben, 'ban'),
  'a suspension': (_ann, ben) => decide(ben, 'suspension'),
  'a ban from signing in': (_ann, ben) =>
    users(server.deps.db).collection.insertOne({
      _id: ben.id as never,
      email: ben.email,
      bannedUntil: new Date('2099-01-01'),
    }),
};

/** What Ann saw, without ids and instants, which always differ: their order. */
function plain(seen: readonly unknown[]): string {
  const names = new Map<string, number>();
  return JSON.stringify(seen).replace(/[0-9a-f-]{24,36}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, (each) => {
    if (!names.has(each)) names.set(each, names.size);
    return `<${names.get(each)}>`;
  });
}

describe('an agreed date and a waiting offer of a student', () => {
  it('after a hold, a ban or a suspension - look to the other one exactly as those of a student who paused', async () => {
    const views: { ann: TestStudent; seen: unknown[] }[] = [];
    for (const stop of Object.values(WAYS)) {
      const { ann, ben } = await agreed();
      const dan = await join(server, { name: 'Dan', gender: 'man' });
      await introduce(server, ann, dan);
      await dan.invite(ann, { proposedDate: server.inHours(20) });
      for (const each of [ben, dan]) await stop(ann, each);
      views.push({ ann, seen: [] });
    }
    // a day before the date, two hours before it, after it
    for (const hours of [27, 21.5, 5]) {
      for (const { ann, seen } of views) {
        const { items } = (await ann.call('GET /offers')).body;
        // the test's clock changes several offers at one instant; their random ids then order them
        seen.push(items.toSorted((a: Offer, b: Offer) => a.proposedDate.localeCompare(b.proposedDate)));
      }
      clock.advanceSeconds(hours * 3600);
      await takeDueSteps(server.deps);
      await sendReminders(server.deps);
    }
    for (const { ann, seen } of views) seen.push((await server.mailsTo(ann)).map(({ subject }) => subject));
    const [paused, ...others] = views.map(({ seen }) => plain(seen));
    expect(paused).toContain('Your date is tomorrow');
    for (const [at, other] of others.entries())
      expect([Object.keys(WAYS)[at + 1], other]).toEqual([Object.keys(WAYS)[at + 1], paused]);
  });
});

describe('an agreed date with a student who deletes the account', () => {
  it('is called off - the other is informed once, without a name or reason, and nobody is reminded', async () => {
    const [ben, ann] = await pair(server);
    const offerId = await agree(ben, ann, { proposedDate: server.inHours(50) });
    await ben.call('DELETE /account');
    const { items } = (await ann.call('GET /offers')).body;
    expect(items.find(({ id }: { id: string }) => id === offerId).cancelledAt).not.toBeNull();
    await passUntilDate();
    // mail about a student who left is deleted from the outbox
    const told = (await server.mailsTo(ann)).filter(({ subject }) =>
      /your date|you have a date/i.test(subject),
    );
    expect(told.map(({ subject }) => subject)).toEqual(['Your date is called off']);
    expect(told[0]!.text).toContain('\n\nIt will not take place: please do not go there.\n\n');
    expect(told[0]!.calendar!.ics).not.toMatch(/Ann|Ben|–/);
    const words = (told[0]!.text + told[0]!.html).replace(/https?:[^\s"]+/g, '');
    expect(words).not.toMatch(/\b(Ann|Ben|under|age|bann?ed|safety|team|held|deleted?)\b/i);
    // nor the sign that replaces a place that they wrote
    expect(words).not.toContain('–');
  });
});
