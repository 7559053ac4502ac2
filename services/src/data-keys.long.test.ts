import { randomBytes } from 'node:crypto';
import { startTestServer, type TestServer } from '@flint/testing';
import { until } from '@flint/testing/until';
import { createApp } from './app';
import { runDataKeys } from './data-keys-command';
import { EnvError } from './env';
import { CannotSeal, cipherOf } from './infra/field-cipher';
import { dataKeys, joinProcesses, liveProcesses, requestsOf } from './infra/processes';
import { joinAsProcess, SEALED } from './resources/index';
import { loadProfile } from './resources/profile/index';
import { profiles } from './resources/profile/profile.model';
import type { Deps } from './resources/resource';
import { createVerifier } from './resources/sign-in/index';
import { enrol } from './resources/offers/testing/campus';

const answers = { religion: { value: 'other', other: 'Own' }, gender_identity: 'woman' };
const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const FAST = { renewMs: 50, leaseMs: 600_000 };
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The settings of another process on the same database. */
const under = ({ deps }: TestServer, DATA_KEYS: string | undefined): Deps => ({
  ...deps,
  env: { ...deps.env, DATA_KEYS },
});

async function dataKeysOf(deps: Deps, ...args: readonly string[]) {
  const lines: string[] = [];
  const exitCode = await runDataKeys(deps, args, (line) => lines.push(line), { pauseMs: 30 });
  return { exitCode, text: lines.filter((line) => !/^waiting|: \d+ of/.test(line)).join('\n') };
}

/** Runs a command as a process of its own. */
async function asProcess<T>(deps: Deps, work: () => Promise<T>): Promise<T> {
  const leave = await joinProcesses(deps, SEALED, FAST);
  return work().finally(leave);
}

/** The ids of all keys that something in the whole database is sealed under, text or bytes. */
async function keysIn({ deps }: TestServer, ids: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    const bytes = value as { readonly _bsontype?: string; readonly buffer?: Uint8Array };
    if (typeof value === 'string') {
      for (const id of ids) if (value.startsWith(`sealed:${id}:`)) found.add(id);
    } else if (bytes?._bsontype === 'Binary') {
      const [length = 0] = bytes.buffer!;
      const id = Buffer.from(bytes.buffer!.subarray(1, 1 + length)).toString();
      if (ids.includes(id)) found.add(id);
    } else if (value && typeof value === 'object') Object.values(value).forEach(look);
  };
  for (const { name } of await deps.db.listCollections())
    for (const document of await deps.db.collection(name).find().toArray()) look(document);
  return [...found].sort();
}

const withBoth = async () => {
  const [a, b] = [newKey('a'), newKey('b')];
  const server = await startTestServer({ env: { DATA_KEYS: `${a}, ${b}` }, ...FAST });
  const ann = await enrol(server, { seeks: ['women'] });
  await enrol(server, { name: 'Eve', seeks: ['women'] });
  expect((await ann.call('PATCH /profile', { answers })).status).toBe(200);
  expect((await ann.call('GET /matches')).body.items).toHaveLength(1);
  return { server, ann, a, b };
};
const IDS = ['a', 'b', 'local'];

describe('a change of keys', () => {
  it('while a process lacks the new key - changes nothing; with it in every process, in any order - leaves nothing under the old one', async () => {
    const { server, ann, a, b } = await withBoth();
    await using _ = server;
    const other = under(server, `${b}, ${a}`);
    await asProcess(other, async () => {
      // a process whose list begins with the new key seals with the old one, which all processes hold
      expect(cipherOf(other).current).toBe('a');
      const listed = 'seals: a\nin use: a\nheld: b, a, local';
      expect((await dataKeysOf(other)).text).toBe(listed);
      const early = await asProcess(under(server, a), () => dataKeysOf(other, 'rotate'));
      expect(early).toEqual({
        exitCode: 1,
        text: 'Not done: 1 running process lacks the key b. Restart with the same DATA_KEYS, then rotate.',
      });
      expect((await dataKeysOf(other)).text).toBe(listed);
      expect(await keysIn(server, IDS)).toEqual(['a']);

      expect((await dataKeysOf(other, 'rotate')).text).toMatch(
        /^\d+ fields were sealed under b\.\nNothing in the database is left under another key: a may be removed from DATA_KEYS\.\nKeep it beside FLINT_SECRET until the backups of today and before are deleted: a restore needs it\.$/,
      );
      expect(await keysIn(server, IDS)).toEqual(['b']);
      // the running process, whose list begins with the old key, follows
      expect(
        (await ann.call('PATCH /profile', { answers: { religion: { value: 'other', other: 'New' } } }))
          .status,
      ).toBe(200);
      expect(await keysIn(server, IDS)).toEqual(['b']);
      expect((await ann.call('GET /profile')).body.answers.religion).toEqual({
        value: 'other',
        other: 'New',
      });
      expect((await dataKeysOf(other, 'rotate')).text).toMatch(/^0 fields were sealed under b\./);
    });
    await asProcess(under(server, b), async () =>
      expect({ ...(await loadProfile(under(server, b), ann.id))?.answers }).toMatchObject({
        gender_identity: 'woman',
      }),
    );
    const lost = "stored data was sealed under a key 'b' that these settings do not hold";
    await expect(joinAsProcess(under(server, a))).rejects.toThrow(lost);
    // the same id with other bytes is another key
    await expect(joinAsProcess(under(server, newKey('b')))).rejects.toThrow(EnvError);
    const start = createApp(under(server, undefined), createVerifier(server.deps), FAST);
    await expect(start).rejects.toThrow(lost);
    expect(await liveProcesses(server.deps)).toHaveLength(1);
  });

  it('to and from the key of FLINT_SECRET, and to one that is not held - works, and is refused', async () => {
    const { server, ann } = await withBoth();
    await using _ = server;
    const { deps } = server;
    expect((await dataKeysOf(deps, 'rotate', 'local')).exitCode).toBe(0);
    expect(await keysIn(server, IDS)).toEqual(['local']);
    expect((await dataKeysOf(deps, 'rotate')).exitCode).toBe(0);
    expect(await keysIn(server, IDS)).toEqual(['b']);
    expect((await ann.call('GET /profile')).body.answers).toMatchObject(answers);
    expect(await dataKeysOf(deps, 'rotate', 'c')).toEqual({
      exitCode: 1,
      text: 'Not done: DATA_KEYS has no key c.',
    });
    expect((await dataKeysOf(deps, 'what')).exitCode).toBe(2);
  });

  it('while a request that began before is under way - waits for it', async () => {
    const { server } = await withBoth();
    await using _ = server;
    let end!: (value: unknown) => void;
    const request = new Promise((resolve) => (end = resolve));
    requestsOf(server.deps).add(request);
    let isOver = false;
    const rotation = dataKeysOf(server.deps, 'rotate').finally(() => (isOver = true));
    await until(() => cipherOf(server.deps).current === 'b');
    const reported = async () => (await liveProcesses(server.deps))[0]!;
    const { at } = await reported();
    await until(async () => (await reported()).at.getTime() > at.getTime() + 5 * FAST.renewMs);
    expect([(await reported()).sealsWith, isOver]).toEqual([null, false]);
    end(null);
    expect((await rotation).exitCode).toBe(0);
  });

  it.each([
    ['before the switch', { seals: 'a', inUse: ['a', 'b'], rotatingTo: 'b' }],
    ['after the switch', { seals: 'b', inUse: ['a', 'b'], rotatingTo: 'b' }],
  ])('interrupted %s - demands both keys at a start, and is ended by a second one', async (_when, state) => {
    const { server, a, b } = await withBoth();
    await using _ = server;
    const prints = cipherOf(server.deps).fingerprints;
    const print = (id: string) => prints.get(id)!;
    await dataKeys(server.deps.db).updateOne(
      {},
      {
        $set: { ...state, seals: print(state.seals), inUse: state.inUse.map(print), rotatingTo: print('b') },
      },
    );
    for (const one of [a, b]) await expect(joinAsProcess(under(server, one))).rejects.toThrow('do not hold');
    expect((await dataKeysOf(server.deps)).text).toContain('a rotation to b has not ended');
    expect((await dataKeysOf(server.deps, 'rotate')).exitCode).toBe(0);
    expect(await keysIn(server, IDS)).toEqual(['b']);
    await (
      await joinAsProcess(under(server, b))
    )();
  });

  it('with a damaged field - says so, and leaves it as it is', async () => {
    const { server, ann } = await withBoth();
    await using _ = server;
    const damaged = 'sealed:a:AAAA';
    await profiles(server.deps.db).updateOne({ _id: ann.id }, { $set: { 'answers.religion': damaged } });
    const { text, exitCode } = await dataKeysOf(server.deps, 'rotate');
    expect([exitCode, text]).toEqual([0, expect.stringContaining('1 damaged fields open with no key')]);
    expect((await profiles(server.deps.db).findById(ann.id).lean())?.answers.religion).toBe(damaged);
  });
});

describe('the keys of a database', () => {
  it('that an older version wrote - are named at the first start: the one that sealed it keeps sealing', async () => {
    const { server, a, b } = await withBoth();
    await using _ = server;
    await dataKeys(server.deps.db).deleteMany({});
    const other = under(server, `${b}, ${a}`);
    await asProcess(other, async () =>
      expect((await dataKeysOf(other)).text).toBe(
        'seals: a\nin use: a, b\nheld: b, a, local\na rotation to a has not ended: npx flint operate data-keys rotate',
      ),
    );
  });

  it('that was sealed under none of these keys - are not named: the start is refused', async () => {
    const { server } = await withBoth();
    await using _ = server;
    await until(async () => {
      await dataKeys(server.deps.db).deleteMany({});
      return joinAsProcess(under(server, newKey('c'))).then(
        () => false,
        (error: Error) => /sealed under a key 'a' that these settings do not hold/.test(error.message),
      );
    });
  });
});

describe('a process', () => {
  it('that could not renew its lease in time - refuses writes with 503, reads on, and is back with the next renewal', async () => {
    await using server = await startTestServer({ renewMs: 20_000, leaseMs: 5_000 });
    const ann = await server.signIn();
    const save = () => ann.call('PATCH /profile', { answers });
    await until(async () => (await save()).status === 200);
    await until(async () => {
      const { status, headers } = await save();
      return status === 503 && headers.get('retry-after') === '5';
    });
    expect((await ann.call('GET /profile')).status).toBe(200);
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(503);
    expect(() => cipherOf(server.deps).seal('x', 'p')).toThrow(CannotSeal);
    await until(async () => (await save()).status === 200);
  });

  it('that runs when the sealing key is one it lacks - writes nothing, and says so once in its log', async () => {
    await using server = await startTestServer({ env: { DATA_KEYS: newKey('a') }, ...FAST });
    const ann = await server.signIn();
    const save = () => ann.call('PATCH /profile', { answers });
    await save();
    await dataKeys(server.deps.db).updateOne({}, { $set: { seals: 'b:unknown' } });
    await until(async () => (await save()).status === 503);
    expect((await ann.call('GET /profile')).body.answers).toMatchObject(answers);
    await wait(200);
    expect(server.logged().match(/nothing is written until then/g)).toHaveLength(1);
  });

  it('is listed while it runs, and not after a clean stop', async () => {
    await using server = await startTestServer();
    const leave = await joinAsProcess(server.deps);
    expect(await liveProcesses(server.deps)).toHaveLength(2);
    await leave();
    expect(await liveProcesses(server.deps)).toHaveLength(1);
  });
});
