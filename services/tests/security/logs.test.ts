import { asStudent, send, startCampus, type Campus, type Reply } from './api';

const KEY = { 'idempotency-key': 'kept-answer-1' };
const MESSAGE = 'meet me under the old oak';

describe('two students, an unexpected error, and one who leaves', () => {
  let campus: Campus;
  let failed: Reply;
  let kept: number[];
  beforeAll(async () => {
    campus = await startCampus();
    const { server, ann, ben, offerId } = campus;
    const { db } = server.deps;
    const accept = { offerId, action: 'accept', message: MESSAGE };
    await ben.call(`POST /offers/${offerId}/respond`, accept, KEY);
    await ann.call('POST /photos/upload-url', { fileName: 'me.jpg', fileType: 'image/jpeg' }, KEY);
    await ann.call('PATCH /profile', { answers: { bundle_intro: { display_name: 'Annabella' } } });
    await ann.call('PATCH /profile', { answers: { bundle_intro: { display_name: 7 } } });
    await ann.call('POST /availability', '{"broken');
    await server.call('GET /profile', undefined, { authorization: `Bearer ${ann.token}x` });
    const model = Object.values(db.models).find(({ collection }) => collection.name === 'profiles')!;
    const broken = jest.spyOn(model, 'findById').mockImplementation(() => {
      const error = new Error(`secret inside, of ${ann.email} ${ann.token}`);
      throw Object.assign(error, { keyValue: { email: ann.email } });
    });
    failed = await send(server.url, 'GET', '/api/v1/profile', { headers: asStudent(ann) });
    broken.mockRestore();
    const count = () => db.collection('idempotency_keys').countDocuments();
    kept = [await count()];
    await ann.call('DELETE /account');
    kept.push(await count());
  });
  afterAll(() => campus.server[Symbol.asyncDispose]());

  it('a day of two students at the most verbose level - names nobody and quotes no text', () => {
    const { server, ann, ben } = campus;
    const log = server.logged();
    for (const part of ['unforeseen error', 'secret inside']) expect(log).toContain(part);
    for (const secret of [ann.email, ben.email, ann.token, ben.token, MESSAGE, 'Annabella', 'Library café'])
      expect(log).not.toContain(secret);
  });

  it('an unexpected error - reveals nothing to the client but its id', () => {
    expect(failed.status).toBe(500);
    const told = ['code', 'detail', 'requestId', 'status', 'title', 'type'];
    expect(Object.keys(JSON.parse(failed.text)).sort()).toEqual(told);
    expect(failed.text).not.toContain('secret inside');
  });

  it('an erased account - leaves no stored response behind, its own or one with its card', () =>
    expect(kept).toEqual([2, 0]));
});
