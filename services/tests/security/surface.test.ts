import { fixedClock } from '@flint/services';
import { startTestServer } from '@flint/testing';
import { asStudent, send, startCampus, type Campus } from './api';

let campus: Campus;
beforeAll(async () => void (campus = await startCampus()));
afterAll(() => campus.server[Symbol.asyncDispose]());

describe('writes of one student', () => {
  it('in one window and around its end - carry the RateLimit fields, are 429 with Retry-After beyond the limit, and are not allowed twice', async () => {
    const clock = fixedClock('2031-03-03T15:04:59.000Z');
    await using other = await startTestServer({ clock });
    const cid = await other.signIn();
    const write = () => cid.call('PUT /offers/mail', { wanted: true });
    const { headers } = await write();
    expect(headers.get('ratelimit-policy')).toBe('"writes";q=600;w=300');
    expect(headers.get('ratelimit')).toBe('"writes";r=599;t=1');
    const passed = async () => {
      const answers = [];
      for (let at = 0; at < 620; at += 62)
        answers.push(...(await Promise.all(Array.from({ length: 62 }, write))));
      return answers.filter(({ status }) => status === 200).length;
    };
    expect(await passed()).toBe(599);
    const last = await write();
    expect([last.status, last.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    clock.advanceSeconds(2);
    const more = await Promise.all(Array.from({ length: 10 }, write));
    expect(more.filter(({ status }) => status === 200)).toHaveLength(2);
  });
});

describe('answers', () => {
  it('an unexpected error - reveals nothing to the client but its id', async () => {
    const { server, ann } = campus;
    const { db } = server.deps;
    const model =
      db.models.Profile ?? Object.values(db.models).find(({ collection }) => collection.name === 'profiles')!;
    const spy = jest.spyOn(model, 'findById').mockImplementation(() => {
      throw new Error('secret inside');
    });
    const { status, text } = await send(server.url, 'GET', '/api/v1/profile', { headers: asStudent(ann) });
    spy.mockRestore();
    expect(status).toBe(500);
    expect(Object.keys(JSON.parse(text)).sort()).toEqual([
      'code',
      'detail',
      'requestId',
      'status',
      'title',
      'type',
    ]);
    expect(text).not.toContain('secret inside');
    expect(server.logged()).toContain('secret inside');
  });
});
