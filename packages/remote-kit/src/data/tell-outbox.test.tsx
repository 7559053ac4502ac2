import { FROM_DEVICE_HEADER } from '@flint/contracts/from-device';
import { createTestStorage } from '../testing/test-storage';
import { api } from './api';
import { createDataStore } from './store';
import { setCredentials } from './transport';

describe('what a read tells the outbox', () => {
  it('an earlier answer that the device had - after the server told a newer one - is not taken for what the server has', async () => {
    const answers = [
      Response.json({ answers: { intent: 'dating' } }),
      Response.json({ answers: { year: 'junior' } }, { headers: { [FROM_DEVICE_HEADER]: '1' } }),
      Response.json(
        { answers: { intent: 'friends', year: 'junior' } },
        { headers: { [FROM_DEVICE_HEADER]: '1' } },
      ),
    ];
    setCredentials({
      accessToken: async () => 'token-1',
      onUnauthenticated: () => undefined,
      takeEarly: async () => answers.shift()!,
    });
    const store = createDataStore('ann', createTestStorage('ann'));
    const read = () =>
      store.dispatch(api.endpoints.readProfile.initiate(undefined, { forceRefetch: true, subscribe: false }));
    for (let at = 0; at < 3; at++) await read();
    const shown = ['intent', 'year'].map((id) => store.outbox.read('answers', id).base);
    // it is better than nothing where the server has told nothing
    expect(shown).toEqual(['dating', 'junior']);
    store.outbox.end();
  });
});
