import { randomUUID } from 'node:crypto';
import { useTestServer, type TestStudent } from '@flint/testing';
import { waitForJobs } from '../../src/resources/jobs/index';
import { hasCut } from '../../src/resources/safety/index';
import { enrol } from '../../src/resources/offers/testing/campus';

const server = useTestServer();

type Kind = 'who blocked them' | 'nobody' | 'who left';

/** The id of a student who is not on the asking student's list. */
async function known(asker: TestStudent, kind: Kind): Promise<string> {
  if (kind === 'nobody') return randomUUID();
  const other = await enrol(server, { name: 'Ben', gender: 'man' });
  if (kind === 'who left') await other.call('DELETE /account');
  if (kind === 'who blocked them') await other.call('POST /blocks', { userId: asker.id });
  return other.id;
}

/** Each request, with the id of the person it is about. */
const ACTS: Readonly<Record<string, (by: TestStudent, id: string) => ReturnType<TestStudent['call']>>> = {
  block: (by, id) => by.call('POST /blocks', { userId: id }),
  hide: (by, id) => by.call(`POST /matches/${id}/hide`),
  report: (by, id) =>
    by.call('POST /safety/reports', { userId: id, reason: 'scam', description: 'Asked for money' }),
  offer: (by, id) => by.invite({ id }),
};

/** What a student sees of a response, without ids and times, which always differ. */
async function seen(by: TestStudent, id: string, act: (typeof ACTS)[string]): Promise<string> {
  const { status, body } = await act(by, id);
  return JSON.stringify([status, body])
    .replaceAll(id, '<id>')
    .replace(/"(?:id|requestId)":"[^"]+"|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<other>');
}

describe.each(Object.entries(ACTS))('to %s', (what, act) => {
  it('a person who blocked the student, one who left, and an unknown one - give the same answer, which names nobody, by the same work', async () => {
    // a report of an id that nobody ever had is refused, and there is no such person to protect
    const kinds: Kind[] = [
      'who blocked them',
      'who left',
      ...(what === 'report' ? [] : (['nobody'] as const)),
    ];
    const answers: string[] = [];
    const works: (readonly string[])[] = [];
    for (const kind of kinds) {
      const ann = await enrol(server, { name: 'Ann' });
      answers.push(await seen(ann, await known(ann, kind), act));
      // a safety mail leaves the database after the answer
      await waitForJobs(server.deps);
      works.push(server.latestCommands());
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).not.toContain('Ben');
    expect(works[0]).not.toEqual([]);
    expect(works[0]).toEqual(works[1]);
  });
});

it('a report of an id that nobody ever had - is refused, and stores nothing', async () => {
  const ann = await enrol(server, { name: 'Ann' });
  expect((await ACTS.report!(ann, randomUUID())).status).toBe(404);
  for (const path of ['/blocks', '/safety/reports'])
    expect((await ann.call(`GET ${path}`)).body.items).toEqual([]);
});

it('a report of a student who left - applies when the mailbox returns', async () => {
  const [ann, ben] = [await enrol(server), await enrol(server, { name: 'Ben', gender: 'man' })];
  await ben.call('DELETE /account');
  const { body } = await ACTS.report!(ann, ben.id);
  const back = await server.signIn(ben.email);
  await back.call('PATCH /profile', { answers: {} });
  const { findReport } = await import('../../src/resources/safety/reports');
  expect((await findReport(server.deps, body.id))?.reportedId).toBe(back.id);
  expect(await hasCut(server.deps, ann.id, back.id)).toBe(true);
});

it('a report about a person who blocked the reporter - reaches the operators with the name', async () => {
  const ann = await enrol(server, { name: 'Ann' });
  const id = await known(ann, 'who blocked them');
  await ACTS.report!(ann, id);
  const { listReports } = await import('../../src/resources/safety/reports');
  const kept = (await listReports(server.deps)).find(({ reportedId }) => reportedId === id);
  expect(kept).toMatchObject({ reporterId: ann.id, evidence: { name: 'Ben' } });
});
