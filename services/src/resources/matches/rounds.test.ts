// Longer than 300 lines: every way a round can fail, on one small campus.
import { randomBytes } from 'node:crypto';
import { fixedClock, waitForJobs, readEnv } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { isShort } from '@flint/testing/long';
import { until } from '@flint/testing/until';
import { cipherOf } from '../../infra/field-cipher';
import { mailer } from '../../infra/mailer';
import { roundReady } from '../../infra/metrics';
import { attentionAt, Snapshot } from '../../matching/round/index';
import { enrol, join, newRound } from '../offers/testing/campus';
import type { Deps } from '../resource';
import { clearStudents } from '../testing/clear';
import { makeTodaysRound } from './make-round';
import { lists, pieces, rounds } from './match.model';
import { matches } from './matches.resource';
import { pastAfter } from './past';
import { bytesOf } from '../../infra/sealed-fields';
import { currentRounds, dropOldRounds, nextRoundAt, omittedIn, roundDay } from './rounds';
import { dropIdleRows } from './rows';

const NOON = '2027-03-02T17:00:00Z';
const NEXT_DAY = '2027-03-03T17:00:00Z';
const env = { DATA_KEYS: `a:${randomBytes(32).toString('base64')}`, SAFETY_EMAIL: 'operators@campus.edu' };

const clock = fixedClock(NOON);
const server = useTestServer({ clock, env });
let ann: TestStudent;
let ben: TestStudent;
let loggedBefore: number;
const logged = () => server.logged().slice(loggedBefore);

/** Ann and Ben, each on the other's list of the second round of the day. */
async function makeRounds(): Promise<void> {
  await clearStudents(server);
  clock.set(NOON);
  await makeTodaysRound(server.deps);
  ann = await enrol(server);
  ben = await enrol(server, { name: 'Ben', gender: 'man' });
  await newRound(server);
  loggedBefore = server.logged().length;
}

const namesOf = async (student: TestStudent): Promise<string[]> =>
  (await student.call('GET /matches')).body.items.map(({ name }: { name: string }) => name);
const collection = (name: string) => server.deps.db.collection<{ _id: string }>(name);
const keysNow = async () =>
  new Set([
    ...(await collection('match_lists').distinct('round')),
    ...(await collection('match_pieces').distinct('round')),
  ]);
/** The same dependencies with a database that fails at one kind of write. */
const breaking = (deps: Deps, name: string): Deps => {
  const db = new Proxy(deps.db, {
    get(target, key) {
      if (key !== 'models') return Reflect.get(target, key) as unknown;
      const model = target.models[name]!;
      const failing = new Proxy(model, {
        get: (of, method) =>
          method === 'insertMany' || method === 'create'
            ? () => Promise.reject(new Error('the disk is full'))
            : (Reflect.get(of, method) as unknown),
      });
      return { ...target.models, [name]: failing };
    },
  });
  return { ...deps, db };
};

describe('a round', () => {
  beforeEach(makeRounds);

  it('with a week in a zone of an earlier version, and a profile that cannot be read - is made for everybody else; with more unreadable profiles than damage explains - fails, and the lists before stay', async () => {
    const [cem, dan] = [
      await join(server, { name: 'Cem', gender: 'man' }),
      await join(server, { name: 'Dan', gender: 'man' }),
    ];
    const utcSlots = [{ dayOfWeek: 1, startHour: 1, endHour: 12 }];
    await collection('availabilities').updateOne(
      { _id: cem.id },
      { $set: { utcSlots, timezone: 'JST', lastUpdated: new Date(NOON) } },
      { upsert: true },
    );
    await collection('profiles').updateOne(
      { _id: dan.id },
      { $set: { 'answers.religion': 'sealed:a:AAAA' } },
    );
    await makeTodaysRound(server.deps, { again: true });
    expect((await namesOf(ann)).toSorted()).toEqual(['Ben', 'Cem']);
    expect(logged()).toContain('a student is left out of the round');
    // more than damage explains
    for (let at = 0; at < 8; at++) await join(server, { name: 'Eli', gender: 'man' });
    const before = await namesOf(ann);
    await collection('profiles').updateMany(
      { _id: { $ne: ann.id } },
      { $set: { 'answers.religion': 'sealed:a:AAAA' } },
    );
    await expect(makeTodaysRound(server.deps, { again: true })).rejects.toThrow();
    expect(await namesOf(ann)).toEqual(before);
  });

  it('that is absent after a restore - counts as missed from the start of a process on, also while none can be made, and is made then, although a command makes the others', async () => {
    const deps = { ...server.deps, env: { ...server.deps.env, UNIVERSITY_EMAIL_HOST: 'garden.edu' } };
    for (const name of ['match_rounds', 'match_pieces', 'match_lists']) await collection(name).deleteMany({});
    clock.set(NEXT_DAY);
    const readyAt = async () =>
      (await roundReady.get()).values.find(({ labels }) => labels.university === 'garden.edu')?.value;
    await matches.start!(breaking(deps, 'MatchPiece'))();
    expect((await currentRounds(deps)).current).toBeNull();
    expect(await readyAt()).toBe(Date.parse(NEXT_DAY) / 1000);
    clock.advanceSeconds(61);
    const stop = matches.start!(deps);
    await until(async () => (await currentRounds(deps)).current !== null);
    await stop();
    expect(await namesOf(ann)).toEqual(['Ben']);
  });

  it('started by two processes at once - is made by one, and only its rows and lists remain', async () => {
    clock.set(NEXT_DAY);
    const made = await Promise.all([makeTodaysRound(server.deps), makeTodaysRound(server.deps)]);
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(made.find(Boolean)).toMatchObject({ students: 2, lists: 2 });
    expect(await makeTodaysRound(server.deps)).toBeNull();
    const { current, earlier } = await currentRounds(server.deps);
    expect([current?.day, earlier?.day]).toEqual(['2027-03-03', '2027-03-02']);
    clock.advanceSeconds(3_601);
    await dropOldRounds(server.deps);
    expect([...(await keysNow())]).toEqual(['2027-03-03.1']);
  });

  it('whose process died in the middle - stays invisible, keeps the previous lists, and is made by another after a minute', async () => {
    clock.set(NEXT_DAY);
    // the state after kill -9: the claim, a chunk and a list
    const until = new Date(clock.now().getTime() + 60_000);
    const left = {
      _id: '2027-03-03',
      attempt: 1,
      unfinished: 1,
      holder: 'gone',
      until,
      toldAt: null,
      ready: null,
    };
    await rounds(server.deps.db).create(left);
    for (const name of ['match_lists', 'match_pieces'])
      await collection(name).insertOne({ _id: '2027-03-03.1/x', round: '2027-03-03.1' } as {
        _id: string;
      });
    expect(await makeTodaysRound(server.deps)).toBeNull();
    expect((await currentRounds(server.deps)).current?.day).toBe('2027-03-02');
    expect(await namesOf(ann)).toEqual(['Ben']);
    clock.advanceSeconds(61);
    expect(await makeTodaysRound(server.deps)).toMatchObject({ lists: 2 });
    expect(await keysNow()).toEqual(new Set(['2027-03-02.2', '2027-03-03.2']));
    expect(await namesOf(ann)).toEqual(['Ben']);
  });

  it('whose maker lost its lease - is published by the other alone; a block made meanwhile applies to its lists', async () => {
    const [{ userId }] = ((await ann.call('GET /matches')).body as { items: [{ userId: string }] }).items;
    clock.set(NEXT_DAY);
    let [other, blocked]: (Promise<unknown> | null)[] = [null, null];
    const onProgress = (stage: string) => {
      // a stalled process that does not renew its lease for 61 s
      if (!other) clock.advanceSeconds(61);
      other ??= makeTodaysRound(server.deps);
      if (stage === 'lists') blocked ??= ann.call('POST /blocks', { userId });
    };
    const first = makeTodaysRound(server.deps, { onProgress });
    await expect(first).rejects.toThrow('another process took the round over');
    expect(await other).toMatchObject({ lists: 2 });
    await blocked;
    expect((await currentRounds(server.deps)).current?.key).toBe('2027-03-03.2');
    expect(await keysNow()).toEqual(new Set(['2027-03-02.2', '2027-03-03.2']));
    expect(await namesOf(ann)).toEqual([]);
  });

  it('whose work after publication fails - keeps its lists; whose lease is renewed while it is published - can be made again at once; whose lease is over just before it - is published with its lists, or not at all', async () => {
    jest.spyOn(server.deps.log, 'info').mockImplementationOnce(() => {
      throw new Error('the disk is full');
    });
    await expect(makeTodaysRound(server.deps, { again: true })).rejects.toThrow('the disk is full');
    const { current } = await currentRounds(server.deps);
    expect(current!.attempt).toBe(3);
    expect(await namesOf(ann)).toEqual(['Ben']);
    const { log } = server.deps;
    const intervals = jest.spyOn(global, 'setInterval');
    const published = jest.spyOn(log, 'info').mockImplementation(() => {
      const [renew] = intervals.mock.calls.findLast(([, ms]) => ms === 20_000)!;
      renew();
    });
    expect(await makeTodaysRound(server.deps, { again: true })).not.toBeNull();
    expect(published).toHaveBeenCalled();
    expect(await makeTodaysRound(server.deps, { again: true })).not.toBeNull();
    jest.restoreAllMocks();
    for (const isDropped of [true, false]) {
      const before = (await currentRounds(server.deps)).current!.key;
      const model = rounds(server.deps.db);
      const write = model.updateOne.bind(model) as (...all: unknown[]) => Promise<unknown>;
      const late = async (...all: unknown[]) => {
        clock.advanceSeconds(61);
        // what another process does every 15 seconds
        if (isDropped) await dropOldRounds(server.deps);
        return write(...all);
      };
      jest.spyOn(model, 'updateOne').mockImplementationOnce(late as never);
      const made = makeTodaysRound(server.deps, { again: true });
      if (isDropped) await expect(made).rejects.toThrow('another process took the round over');
      else expect(await made).toMatchObject({ lists: 2 });
      const { current } = await currentRounds(server.deps);
      expect(current!.key === before).toBe(isDropped);
      expect(await keysNow()).toContain(current!.key);
      expect(await namesOf(ann)).toEqual(['Ben']);
      jest.restoreAllMocks();
    }
  });

  it('in a trial - returns its figures and stores nothing; whose rows are damaged in the database - is refused in one sentence; that fails - leaves the previous lists; twice - notifies the operators once; then succeeds', async () => {
    clock.set(NEXT_DAY);
    const stages = new Set<string>();
    const onProgress = (stage: string) => void stages.add(stage);
    expect(await makeTodaysRound(server.deps, { isTrial: true, onProgress })).toMatchObject({ lists: 2 });
    expect(stages.has('read')).toBe(true);
    expect((await currentRounds(server.deps)).current?.day).toBe('2027-03-02');
    const broken = breaking(server.deps, 'MatchList');
    const mails = async () => {
      await waitForJobs(broken);
      return mailer(server.deps)
        .outbox!.list()
        .filter(({ to }) => to.address === env.SAFETY_EMAIL);
    };
    const toChunks = jest.spyOn(Snapshot.prototype, 'toChunks').mockImplementation(function (this: Snapshot) {
      return [Buffer.from('FLSN not a snapshot, yet longer than the head of a chunk')];
    });
    await expect(makeTodaysRound(server.deps)).rejects.toThrow(/^The snapshot has version \d+, but this/);
    toChunks.mockRestore();
    expect([await mails(), ...(await keysNow())]).toEqual([[], '2027-03-02.2']);
    expect(await namesOf(ann)).toEqual(['Ben']);
    clock.advanceSeconds(61);
    for (const failures of [2, 3]) {
      await expect(makeTodaysRound(broken)).rejects.toThrow('the disk is full');
      expect([failures, (await mails()).length]).toEqual([failures, 1]);
      expect([...(await keysNow())]).toEqual(['2027-03-02.2']);
      expect(await namesOf(ann)).toEqual(['Ben']);
      clock.advanceSeconds(61);
    }
    expect((await mails())[0]!.text).toContain('the disk is full');
    expect(await makeTodaysRound(server.deps)).toMatchObject({ lists: 2 });
  });

  it('during which a student joins the one before - passes on the firm noes of that', async () => {
    const answer = (gender_identity: string | null, ...values: string[]) =>
      ann.call('PATCH /profile', { answers: { gender_identity, lifestyle_dealbreakers: { values } } });
    const drinks = { substances: { drinking_preference: 'regularly' } };
    await ben.call('PATCH /profile', { answers: drinks });
    await answer(null, 'none');
    clock.set(NEXT_DAY);
    await makeTodaysRound(server.deps);
    const model = lists(server.deps.db);
    const insert = model.insertMany.bind(model) as (...all: unknown[]) => Promise<unknown>;
    const late = async (...all: unknown[]) => {
      clock.advanceSeconds(1);
      await answer('woman', 'smokes_any');
      expect(await namesOf(ann)).toEqual(['Ben']);
      await answer(null, 'none');
      return insert(...all);
    };
    jest.spyOn(model, 'insertMany').mockImplementationOnce(late as never);
    clock.advanceSeconds(86_400);
    await makeTodaysRound(server.deps);
    // it would leave out Ben if it counted
    await answer('woman', 'drinks_any');
    expect(await namesOf(ann)).toEqual(['Ben']);
  });

  it('of attention - records from day to day who was seen and who looks; while the database is away - is not lost: the round fails', async () => {
    for (let day = 0; day < 3; day++) {
      await namesOf(ann);
      clock.advanceSeconds(86_400);
      await newRound(server);
    }
    const past = await pastAfter(server.deps, (await currentRounds(server.deps)).current);
    const [seen, looking] = [...past.values()].toSorted((a, b) => b.attention - a.attention);
    // Ben is first on a list that was viewed each day; Ann on one that was viewed when he joined
    expect(seen!.attention).toBeGreaterThanOrEqual(3 * attentionAt(0) - 1e-6);
    expect(looking!.attention).toBeLessThanOrEqual(attentionAt(0) + 1e-6);
    expect(looking!.looks).toBeGreaterThan(seen!.looks);
    jest.spyOn(pieces(server.deps.db), 'find').mockImplementationOnce(() => {
      throw new Error('the database is away');
    });
    await expect(makeTodaysRound(server.deps, { isTrial: true })).rejects.toThrow('the database is away');
  });
});

/** Replaces the bytes of the row chunks, sealed correctly. */
async function reseal(change: (bytes: Buffer) => Buffer): Promise<void> {
  const { deps } = server;
  const pieces = deps.db.collection<{ _id: string; bytes: { buffer: Uint8Array } }>('match_pieces');
  for (const { _id, bytes } of await pieces.find({ _id: /\/rows\// }).toArray()) {
    const place = `match_pieces/${_id}`;
    const opened = cipherOf(deps).openBytes(bytesOf(bytes), place);
    const sealed = cipherOf(deps).sealBytes(change(opened), place);
    await pieces.updateOne({ _id }, { $set: { bytes: sealed as never } });
  }
}
const otherByte = (at: number) => (bytes: Buffer) => {
  bytes[at < 0 ? bytes.length + at : at]! ^= 1;
  return bytes;
};

describe('a round that cannot be used', () => {
  beforeEach(makeRounds);

  const SPOILED: readonly (readonly [() => Promise<unknown>, string])[] = [
    // pieces that were changed under their seal, damaged before it, or of another kind
    [
      () => collection('match_pieces').updateMany({}, { $set: { bytes: randomBytes(200) } }),
      'is needed to read what is stored',
    ],
    [() => reseal(otherByte(-1)), 'The snapshot is damaged: its checksum differs.'],
    [() => reseal(otherByte(0)), 'A chunk of the snapshot is damaged.'],
    [() => reseal(otherByte(5)), 'The snapshot has version 257, but this program reads version 1.'],
    [() => collection('match_pieces').deleteMany({}), 'Chunks of the snapshot are missing'],
    [
      () => collection('match_rounds').updateMany({}, { $set: { 'ready.timezone': 'Europe/Oslo' } }),
      "the round was made for Europe/Oslo, and the university's zone is America/Toronto",
    ],
  ];

  it('damaged, of an unknown version, with a piece missing, of another zone - is logged in one sentence; existing lists stay although somebody joined, joiners get an empty one, and nothing is stored', async () => {
    // a process that starts now reads the round again for Ann, whose list Cem would extend
    await enrol(server, { name: 'Cem', gender: 'man' });
    clock.advanceSeconds(601);
    await dropIdleRows(server.deps);
    const pieces = await collection('match_pieces').find().toArray();
    const before = await collection('match_lists').countDocuments();
    let eve: TestStudent | undefined;
    for (const [spoil, sentence] of SPOILED) {
      await collection('match_pieces').deleteMany({});
      await collection('match_pieces').insertMany(pieces);
      const from = server.logged().length;
      await spoil();
      expect(await namesOf(ann)).toEqual(['Ben']);
      eve ??= await join(server, { name: 'Eve' });
      expect((await eve.call('GET /matches')).body).toMatchObject({ items: [], missing: [] });
      expect(await collection('match_lists').countDocuments()).toBe(before);
      expect(server.logged().slice(from)).toContain(sentence);
    }
  });

  it('in the row of one who joined - lacks only this one: others join, and lists are extended', async () => {
    const cem = await enrol(server, { name: 'Cem', gender: 'man' });
    const ofCem = { _id: /\/joined\// as never };
    await collection('match_pieces').updateOne(ofCem, { $set: { bytes: randomBytes(200) } });
    clock.advanceSeconds(601);
    await dropIdleRows(server.deps);
    const dan = await enrol(server, { name: 'Dan', gender: 'man' });
    expect(await namesOf(dan)).toEqual(['Ann']);
    expect(await namesOf(ann)).toEqual(['Ben', 'Dan']);
    expect(await namesOf(cem)).toEqual(['Ann']);
    expect(logged()).toContain('a joiner is left out of the round: the row cannot be read');
  });

  it('with the row of one who joined stored late - has a full list for this one, too', async () => {
    clock.advanceSeconds(60);
    await enrol(server, { name: 'Cem', gender: 'man' });
    clock.advanceSeconds(-30);
    const dan = await enrol(server, { name: 'Dan', gender: 'man' });
    expect(await namesOf(dan)).toEqual(['Ann']);
  });

  it('of a clock that was days ahead - stops rounds with a reason; one that is made again ends it, and its history is not used', async () => {
    const { key } = (await currentRounds(server.deps)).current!;
    clock.set('2027-03-08T17:00:00Z');
    await makeTodaysRound(server.deps);
    clock.set(NEXT_DAY);
    const reason = 'the newest round is for 2027-03-08 and the clock says 2027-03-03';
    for (const isTrial of [false, true])
      await expect(makeTodaysRound(server.deps, { isTrial })).rejects.toThrow(reason);
    expect(await namesOf(ann)).toEqual(['Ben']);
    await join(server, { name: 'Cem', gender: 'man' });
    expect(await makeTodaysRound(server.deps, { again: true })).toMatchObject({ students: 3 });
    const { current, earlier } = await currentRounds(server.deps);
    expect([current?.day, earlier?.key]).toEqual(['2027-03-03', key]);
    expect(await keysNow()).toEqual(new Set([current!.key, key]));
    const past = [...(await pastAfter(server.deps, current)).values()];
    expect(past.map(({ rounds: count }) => count).toSorted()).toEqual([1, 2, 2]);
    // an hour later only the new one is left
    clock.advanceSeconds(3_601);
    await dropOldRounds(server.deps);
    expect(await rounds(server.deps.db).distinct('_id')).toEqual(['2027-03-03']);
  });

  it('after the clock was set back - is refused with a reason; existing lists stay; under a missing key - hides its lists without an error; the next round makes new ones', async () => {
    clock.set('2027-03-01T17:00:00Z');
    await expect(makeTodaysRound(server.deps)).rejects.toThrow(
      'the newest round is for 2027-03-02 and the clock says 2027-03-01',
    );
    expect(await namesOf(ann)).toEqual(['Ben']);
    clock.set(NOON);
    const bytes = Buffer.concat([Buffer.from([1]), Buffer.from('b'), randomBytes(60)]);
    for (const name of ['match_lists', 'match_pieces'])
      await server.deps.db.collection(name).updateMany({}, { $set: { bytes } });
    expect(await namesOf(ann)).toEqual([]);
    expect(logged()).toContain("the key 'b' is needed");
    clock.set(NEXT_DAY);
    await makeTodaysRound(server.deps);
    expect(await namesOf(ann)).toEqual(['Ben']);
  });
});

describe('the clock of rounds', () => {
  // midnight in Toronto, midnight in UTC, four in the morning, and both clock changes in Toronto
  it.each([
    ['2027-06-10T03:59:59Z', '2027-06-09', '2027-06-10T08:00:00.000Z'],
    ['2027-06-10T04:00:01Z', '2027-06-09', '2027-06-10T08:00:00.000Z'],
    ['2027-06-10T00:00:01Z', '2027-06-09', '2027-06-10T08:00:00.000Z'],
    ['2027-06-10T08:00:00Z', '2027-06-10', '2027-06-11T08:00:00.000Z'],
    ['2027-03-14T06:59:00Z', '2027-03-13', '2027-03-14T08:00:00.000Z'],
    ['2027-03-14T08:00:00Z', '2027-03-14', '2027-03-15T08:00:00.000Z'],
    ['2027-11-07T05:30:00Z', '2027-11-06', '2027-11-07T09:00:00.000Z'],
    ['2027-11-07T06:30:00Z', '2027-11-06', '2027-11-07T09:00:00.000Z'],
  ])('at %s - the round of %s counts, the next is made at %s', (now, day, next) => {
    clock.set(now);
    expect([roundDay(server.deps), nextRoundAt(server.deps).toISOString()]).toEqual([day, next]);
  });

  it('after its hour, while today’s round is late - says that it was due, and tomorrow once it is there', async () => {
    await clearStudents(server);
    clock.set('2027-06-09T12:00:00Z');
    await newRound(server);
    ann = await enrol(server);
    const nextAt = async () => (await ann.call('GET /matches')).body.nextAt;
    for (const late of ['2027-06-10T08:00:30Z', '2027-06-11T07:59:59Z']) {
      clock.set(late);
      expect([late, await nextAt()]).toEqual([late, '2027-06-10T08:00:00.000Z']);
    }
    await newRound(server);
    expect(await nextAt()).toBe('2027-06-11T08:00:00.000Z');
  });

  it('at midnights, clock changes and the hour twice in the night - two who join see each other, and a round is made with both', async () => {
    const instants = [
      '2027-03-14T06:59:00Z',
      '2027-06-10T00:00:01Z',
      '2027-06-10T03:59:59Z',
      '2027-11-07T05:30:00Z',
      '2027-11-07T06:30:00Z',
    ];
    for (const now of instants.filter((_, i) => !isShort || i % 2 === 0)) {
      await clearStudents(server);
      clock.set(now);
      await newRound(server);
      ann = await enrol(server);
      await enrol(server, { name: 'Ben', gender: 'man' });
      expect([now, await namesOf(ann)]).toEqual([now, ['Ben']]);
      await newRound(server);
      expect([now, await namesOf(ann)]).toEqual([now, ['Ben']]);
    }
  });
});

describe('the setting ROUND_OMITS', () => {
  it('absent, in production and in tests, and given - omits a tenth, nothing, and that share', () => {
    const shareOf = (source: Record<string, string>) =>
      omittedIn({ env: readEnv(source) }, '2027-03-02.1').share;
    expect(shareOf({ NODE_ENV: 'development' })).toBe(0.1);
    expect(shareOf({ NODE_ENV: 'test' })).toBe(0);
    expect(shareOf({ NODE_ENV: 'test', ROUND_OMITS: '0.3' })).toBe(0.3);
    expect(() => shareOf({ ROUND_OMITS: '0.9' })).toThrow();
  });
});
