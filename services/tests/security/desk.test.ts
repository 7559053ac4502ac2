import { request } from 'node:http';
import { DESK_BASE, DESK_ROUTES, type DeskRoute } from '@flint/contracts/desk';
import { ROUTES } from '@flint/contracts';
import type { TestStudent } from '@flint/testing';
import { codeOf, startTestDesk, type TestDesk } from '../../src/desk/testing/desk';
import { enrol } from '../../src/resources/offers/testing/campus';
import { readLog } from '../../src/resources/safety/operator-log';
import { listReports } from '../../src/resources/safety/reports';
import { versionOf } from '../../src/resources/safety/testing/decide';
import { sealFor } from '../../src/resources/safety/sealed-report';
import { runAsOperator } from '../../src/safety-as-operator';
import { sampleOf } from './api';

const ID = 'f'.repeat(24);
const every = Object.values(DESK_ROUTES) as DeskRoute[];
const guarded = every.filter(({ stage }) => stage !== 'none');
const full = every.filter(({ stage }) => stage === 'full');
const nameOf = ({ method, path }: DeskRoute) =>
  `${method} ${path.replace('{id}', ID).replace('{kind}', 'mail')}`;
const table = (routes: readonly DeskRoute[]) =>
  routes.map((route) => [nameOf(route), route.body && sampleOf(route.body)] as const);

let desk: TestDesk;
let ann: TestStudent;
beforeAll(async () => {
  desk = await startTestDesk(['kim', 'sam']);
  ann = await desk.server.signIn();
});
afterAll(() => desk[Symbol.asyncDispose]());

describe('a route of the desk', () => {
  it.each(table(guarded))(
    '%s - without a session, or with a student’s token - asks to sign in',
    async (at, body) => {
      expect(await codeOf(desk.browser().call(at, body))).toEqual([401, 'signed_out']);
      const forged = { cookie: `flint-desk=${'A'.repeat(43)}` };
      const students = { authorization: `Bearer ${ann.token}`, cookie: `flint-desk=${ann.token}` };
      for (const headers of [forged, students])
        expect(await codeOf(desk.browser().call(at, body, headers))).toEqual([401, 'session_over']);
    },
  );

  it.each(table(full))('%s - after the mailed code alone - requires the second factor', async (at, body) => {
    const half = await halfKim();
    expect(await codeOf(half.call(at, body))).toEqual([403, 'second_factor_needed']);
  });

  it.each(table(every))(
    '%s - from another origin, site or host name - is refused, and opens nothing to it',
    async (at, body) => {
      const kim = await fullKim();
      const isWrite = !at.startsWith('GET');
      const foreign: Record<string, string>[] = [
        { origin: desk.server.url },
        { origin: 'null' },
        { 'sec-fetch-site': 'same-site', ...(isWrite && { origin: desk.url }) },
        { 'sec-fetch-site': 'cross-site', ...(isWrite && { origin: desk.url }) },
      ];
      for (const headers of foreign) {
        const { status, body: told, headers: sent } = await kim.call(at, body, headers);
        expect([status, told.code]).toEqual([403, 'foreign_origin']);
        expect(sent.get('access-control-allow-origin')).toBeNull();
      }
      const asked = await kim.call(at.replace(/^\w+/, 'OPTIONS'), undefined, { origin: desk.server.url });
      expect(asked.headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('by another host name that resolves here - is refused, even if all else is right', async () => {
    const kim = await fullKim();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: 'desk.attacker.example', cookie: kim.cookie };
      request(`${desk.url}${DESK_BASE}/cases`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });

  it.each(table(every.filter(({ method }) => method !== 'GET')))(
    '%s - without an origin, or as a form - is refused',
    async (at, body) => {
      const kim = await fullKim();
      expect(await codeOf(kim.call(at, body, { origin: '' }))).toEqual([403, 'foreign_origin']);
      if (body === undefined) return;
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await kim.call(at, body, form)).status).toBe(415);
    },
  );

  it('on the students’ API - answers 404, and so do theirs at the desk', async () => {
    for (const [at] of table(every)) {
      const [method = '', path = ''] = at.split(' ');
      const answer = await fetch(desk.server.url + DESK_BASE + path, {
        method,
        headers: { authorization: `Bearer ${ann.token}` },
      });
      expect(answer.status).toBe(404);
    }
    for (const { method, path } of Object.values(ROUTES))
      expect((await fetch(`${desk.url}/api/v1${path}`, { method })).status).toBe(404);
  });
});

let half: Awaited<ReturnType<TestDesk['half']>> | undefined;
const halfKim = async () => (half ??= await desk.half('sam'));
let signedIn: Awaited<ReturnType<TestDesk['signIn']>> | undefined;
const fullKim = async () => (signedIn ??= await desk.signIn('kim'));

const SECRETS: Record<string, string> = { kim: 'kim has a long secret', lou: 'lou has another secret' };

const collection = (name: string) => desk.server.deps.db.collection<any>(name);
async function forgetAll() {
  for (const name of ['safety_operators', 'safety_log', 'safety_log_ends'])
    await collection(name).deleteMany({});
}

/** Runs `npx flint operate safety --as who` with that operator's secret by default; `typed` answers the prompt for a new one. */
const run = async (
  who: string | null,
  args: string[],
  { typed = SECRETS.kim!, ...options }: Record<string, string> = {},
) => {
  const answers = who === null ? [typed] : [options.secret ?? SECRETS[who.trim().toLowerCase()] ?? '', typed];
  const ask = async () => answers.shift() ?? '';
  const seen = args[0] === 'decide' ? await versionOf(desk.server.deps, args[1]!) : '';
  return runAsOperator(desk.server.deps, args, { ...(who !== null && { as: who }), seen, ...options }, ask);
};

async function reported(): Promise<string> {
  const [ann, ben] = [await enrol(desk.server), await enrol(desk.server, { name: 'Ben', gender: 'man' })];
  const body = { userId: ben.id, reason: 'scam', description: 'What happened' };
  return (await ann.call('POST /safety/reports', body)).body.id;
}

describe('the first operator', () => {
  const SECRET = 'a secret of some length';
  beforeEach(forgetAll);
  const asked = (args: string[], typed: readonly string[], as = '') => {
    const answers = [...typed];
    return runAsOperator(desk.server.deps, args, { as }, async () => answers.shift() ?? '');
  };
  const adding = (name: string, ...typed: string[]) => asked(['operators', 'add', name], typed);
  const acts = async () =>
    (await collection('safety_log').find().sort({ _id: 1 }).toArray()).map(({ act }) => act);

  it('two at once - one becomes the first, the other must be added', async () => {
    const both = await Promise.all(['kim', 'eve'].map((name) => adding(name, SECRET)));
    expect(both.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1]);
    expect(await collection('safety_operators').countDocuments()).toBe(1);
    expect(await acts()).toEqual([expect.stringMatching(/^operators first (kim|eve)$/)]);
  });

  it('the last one - cannot be removed', async () => {
    await adding('kim', SECRET);
    const { exitCode, text } = await asked(['operators', 'remove', 'kim'], [SECRET], 'kim');
    expect([exitCode, text]).toEqual([1, expect.stringContaining('last operator stays')]);
  });

  it('two who remove each other at once - one stays', async () => {
    await adding('kim', SECRET);
    await asked(['operators', 'add', 'lee'], [SECRET, SECRETS.lou!], 'kim');
    const removing = (by: string, name: string, secret: string) =>
      asked(['operators', 'remove', name], [secret], by);
    const both = await Promise.all([removing('kim', 'lee', SECRET), removing('lee', 'kim', SECRETS.lou!)]);
    expect(both.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1]);
    expect(await collection('safety_operators').countDocuments()).toBe(1);
    expect((await acts()).slice(0, 3)).toEqual([
      'operators first kim',
      'operators add lee',
      expect.stringMatching(/^operators remove (kim|lee)$/),
    ]);
  });

  it('after every secret was lost, or the list was emptied in the database - requires the master secret, which is logged', async () => {
    const master = desk.server.deps.secret.toString('base64');
    await adding('kim', SECRET);
    // as FLINT_SECRET has it
    expect((await adding('sam', `base64:${master}`, SECRETS.lou!)).exitCode).toBe(0);
    await collection('safety_operators').deleteMany({});
    for (const typed of ['', 'a guess', SECRET])
      expect((await adding('eve', typed, SECRET)).exitCode).toBe(1);
    expect(await collection('safety_operators').countDocuments()).toBe(0);
    expect((await adding('lou', master, SECRET)).exitCode).toBe(0);
    expect(await acts()).toEqual([
      'operators first kim',
      'operators again sam',
      ...Array.from({ length: 3 }, () => 'refused: wrong master secret'),
      'operators again lou',
    ]);
    expect((await asked(['log'], [SECRET], 'lou')).exitCode).toBe(0);
  });

  it('after the rows of the log were deleted, too - still requires it, because the log’s end is stored', async () => {
    await adding('kim', SECRET);
    await collection('safety_operators').deleteMany({});
    await collection('safety_log').deleteMany({});
    expect((await adding('eve', SECRET)).exitCode).toBe(1);
    expect(await collection('safety_operators').countDocuments()).toBe(0);
  });
});

describe('two operators', () => {
  beforeAll(async () => {
    await forgetAll();
    expect((await run(null, ['operators', 'add', 'Kim'])).exitCode).toBe(0);
    expect((await run('kim', ['operators', 'add', 'lou'], { typed: SECRETS.lou! })).exitCode).toBe(0);
  });

  it('nobody, an unknown name, a wrong secret, another’s or none - reads and decides nothing', async () => {
    const id = await reported();
    const wrong: readonly (readonly [who: string | null, secret: string])[] = [
      [null, ''],
      ['mallory', SECRETS.kim!],
      ['kim', 'not the secret at all'],
      ['kim', SECRETS.lou!],
      ['kim', ''],
    ];
    const commands = [['list'], ['decide', id, 'dismissed'], ['log'], ['operators', 'add', 'eve']];
    const tries = [
      ...wrong.map(([who, secret]) => ({ who, secret, args: ['show', id] })),
      ...commands.map((args) => ({ who: 'kim', secret: SECRETS.lou!, args })),
    ];
    for (const { who, secret, args } of tries) {
      const { text, exitCode } = await run(who, args, { secret });
      expect([who, args, exitCode]).toEqual([who, args, 1]);
      expect(text).not.toContain('What happened');
    }
    const report = (await listReports(desk.server.deps)).find((each) => each.id === id);
    expect(report!.decision).toBeNull();
  });

  it('in another spelling - is the same person, so an appeal needs another one', async () => {
    const id = await reported();
    const report = (await listReports(desk.server.deps)).find((each) => each.id === id);
    expect((await run('kim', ['decide', id, 'upheld'], { reason: 'Please stop.' })).exitCode).toBe(0);
    await desk.server.deps.db.db!.collection('safety_reports').updateOne(
      { reportedId: report!.reportedId },
      {
        $set: {
          'decision.appeal': {
            text: sealFor(desk.server.deps, id, 'appeal', 'It was not me'),
            createdAt: new Date(),
            outcome: null,
            decidedBy: null,
            decidedAt: null,
          },
        },
      },
    );
    for (const spelling of ['KIM', ' Kim ', 'Ｋｉｍ'])
      expect((await run(spelling, ['appeal', id, 'upheld'], { secret: SECRETS.kim! })).text).toContain(
        'Someone other',
      );
    expect((await run('lou', ['appeal', id, 'upheld'])).exitCode).toBe(0);
  });

  it('every read and decision - is logged before it happens, with the operator’s name', async () => {
    const id = await reported();
    await run('lou', ['list']);
    await run('lou', ['show', id]);
    await run('lou', ['decide', id, 'dismissed']);
    const { text, exitCode } = await run('kim', ['log']);
    expect(exitCode).toBe(0);
    expect(text).toMatch(
      new RegExp(`lou +list\\n.*lou +show +${id}\\n.*lou +decide dismissed +${id}\\n.*kim +log\\n.*Whole`),
    );
    expect(text).not.toMatch(/long secret|another secret|What happened/);
  });

  type Row = Record<string, unknown> & { _id: number };
  // every other way: operator-log.test.ts
  it.each<[what: string, work: (rows: Row[]) => Row[], named: RegExp]>([
    [
      'a changed row',
      (rows) => rows.map((row) => (row._id === 3 ? { ...row, operator: 'lou' } : row)),
      /row 3 was changed/,
    ],
    ['a removed row', (rows) => rows.filter(({ _id }) => _id !== 4), /row 4 is missing/],
    ['the last rows cut off', (rows) => rows.slice(0, 5), /row 6 is missing/],
  ])('a tampered log: %s - is named', async (_what, work, named) => {
    const rows = (await collection('safety_log').find().sort({ _id: 1 }).toArray()) as Row[];
    const put = async (some: readonly Row[]) => {
      await collection('safety_log').deleteMany({});
      await collection('safety_log').insertMany(some as never);
    };
    expect((await readLog(desk.server.deps)).problem).toBeNull();
    await put(work(rows));
    expect((await readLog(desk.server.deps)).problem).toMatch(named);
    await put(rows);
  });
});
