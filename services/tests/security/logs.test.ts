import { startCampus } from './api';
import { startTestServer } from '@flint/testing';
import { enrol } from '../../src/resources/offers/testing/campus';

const KEY = { 'idempotency-key': 'kept-answer-1' };

describe('logs', () => {
  it('a day of two students at the most verbose level - names nobody and quotes no text', async () => {
    const { server, ann, ben, offerId } = await startCampus();
    const message = 'meet me under the old oak';
    await ben.respond(offerId, 'accept', { message });
    await ann.call('PATCH /profile', { answers: { bundle_intro: { display_name: 'Annabella' } } });
    await ann.call('PATCH /profile', { answers: { bundle_intro: { display_name: 7 } } });
    await ann.call('POST /availability', '{"broken');
    await server.call('GET /profile', undefined, { authorization: `Bearer ${ann.token}x` });
    const model = Object.values(server.deps.db.models).find(
      ({ collection }) => collection.name === 'profiles',
    )!;
    const broken = jest.spyOn(model, 'findById').mockImplementation(() => {
      throw Object.assign(new Error(`no ${ann.email} ${ann.token}`), { keyValue: { email: ann.email } });
    });
    await ann.call('GET /profile');
    broken.mockRestore();
    await ann.call('DELETE /account');
    const log = server.logged();
    expect(log).toContain('unforeseen error');
    for (const secret of [ann.email, ben.email, ann.token, ben.token, message, 'Annabella', 'Library café'])
      expect(log).not.toContain(secret);
    await server[Symbol.asyncDispose]();
  });

  it('an erased account - leaves no stored response behind, its own or one with its card', async () => {
    await using server = await startTestServer();
    const [ann, ben] = [await enrol(server), await enrol(server, { name: 'Ben', gender: 'man' })];
    const { status, body } = await ann.invite(ben, {}, KEY);
    expect(status).toBe(201);
    const decline = { offerId: body.id, action: 'decline' };
    expect((await ben.call(`POST /offers/${body.id}/respond`, decline, KEY)).status).toBe(200);
    const kept = server.deps.db.collection('idempotency_keys');
    expect(await kept.countDocuments()).toBe(2);
    expect((await ann.call('DELETE /account')).status).toBe(204);
    expect(await kept.countDocuments()).toBe(0);
  });
});
