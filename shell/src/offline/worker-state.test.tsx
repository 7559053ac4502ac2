import { act, renderHook, waitFor } from '@testing-library/react';
import { MESSAGES } from '../worker/cache-kinds';
import { startWorker } from './start-worker';
import { noteAnswer, useWorkerState } from './worker-state';

describe('whether the service can be reached', () => {
  it('answers of the device, then one of the server - change it once each, whatever another tab was told', () => {
    let renders = 0;
    const { result } = renderHook(() => {
      renders += 1;
      return useWorkerState().fromDevice;
    });
    for (const [fromDevice, times] of [
      [true, 2],
      [true, 2],
      [false, 3],
    ] as const) {
      act(() => noteAnswer(fromDevice));
      expect([result.current, renders]).toEqual([fromDevice, times]);
    }
  });
});

describe('a new version that waits', () => {
  it.each([
    ['still waits', 'installed', true],
    ['is being activated, by a click in another tab', 'activating', false],
    ['was activated by a click in another tab', 'activated', false],
    ['was replaced by a newer one', 'redundant', false],
  ])('%s - at a click on Reload - reloads the page', async (_case, state, isAsked) => {
    const change = new EventTarget();
    const postMessage = jest.fn(() => change.dispatchEvent(new Event('controllerchange')));
    const waiting = { state: 'installed', postMessage };
    const registration = Object.assign(new EventTarget(), { waiting, installing: null });
    const container = Object.assign(change, { controller: {}, register: async () => registration });
    Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
    globalThis.fetch = async () => new Response('{}');
    await startWorker();
    const { result } = renderHook(useWorkerState);
    Object.assign(waiting, { state });
    // jsdom cannot reload, and logs that
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    result.current.update!();
    await waitFor(() => expect(String(said.mock.calls[0])).toContain('navigation'));
    said.mockRestore();
    expect(postMessage.mock.calls).toEqual(isAsked ? [[MESSAGES.takeOver, []]] : []);
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
});
