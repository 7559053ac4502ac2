import * as data from '@flint/remote-kit/data';
import { PlatformProvider } from '@flint/remote-kit';
import { fakeApi, fakePlatform } from '@flint/remote-kit/testing';
import { Button } from '@flint/ui';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { unsaved } from '../platform/unsaved';
import { Live } from './Live';
import { sendInOtherTabs, sendWhenAsked } from './other-tabs';
import { UndoToast } from './UndoToast';

const ANN = '7db2fc24-49d4-4113-a48e-ca9a619864fc';

describe('an action that is held', () => {
  it('Undo by its button - returns the focus to the button that held it, or to the one in its place', async () => {
    function Cards() {
      const held = data.useHeldAct();
      return ['a', 'b', 'c']
        .filter((id) => held?.key !== `hide:${id}`)
        .map((id) => (
          <button
            key={id}
            id={id}
            onClick={() => data.holdAct({ key: `hide:${id}`, text: 'Hidden', send: jest.fn() })}
          >
            Not for me
          </button>
        ));
    }
    function Decline() {
      const busy = data.useHeldAct()?.key === 'decline';
      const hold = () => data.holdAct({ key: 'decline', text: 'Declining', send: jest.fn() });
      return (
        <Button busy={busy} onClick={hold}>
          Decline
        </Button>
      );
    }
    render(
      <>
        <UndoToast module={data} />
        <Decline />
        <Cards />
      </>,
    );
    const undo = () => userEvent.click(screen.getByRole('button', { name: /^Undo/ }));
    const decline = screen.getByRole('button', { name: 'Decline' });
    await userEvent.click(decline);
    expect(decline).toHaveFocus();
    await undo();
    await waitFor(() => expect(decline).toHaveFocus());
    // the button is gone with its card; then the next one is in its place
    await userEvent.click(document.getElementById('b')!);
    await waitFor(() => expect(document.activeElement?.id).toBe('c'));
    await undo();
    await waitFor(() => expect(document.activeElement?.id).toBe('b'));
    // the ring of another action begins again
    await userEvent.click(decline);
    const ring = document.querySelector('.undo__ring');
    await userEvent.click(document.getElementById('c')!);
    expect(ring).not.toBeInTheDocument();
    act(() => data.undoHeld());
  });

  it('while an alert is tapped - stays held in the page, which reads the offers again, goes there itself and tells the worker', async () => {
    const serviceWorker = new EventTarget();
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
    const platform = fakePlatform();
    const api = fakeApi({ 'GET /offers': { body: { items: [], nextCursor: null } } });
    data.setCredentials({ accessToken: platform.auth.accessToken, onUnauthenticated: () => undefined });
    const reads = () => api.calls.filter(({ path }) => path === '/offers').length;
    const { unmount } = render(
      <PlatformProvider value={platform}>
        <Live module={data} store={data.createDataStore(ANN)} />
      </PlatformProvider>,
    );
    const send = jest.fn();
    act(() => data.holdAct({ key: 'accept:a', text: 'Accepting', send }));
    const open = (message: unknown) => {
      const answer = jest.fn();
      const event = Object.assign(new Event('message'), { data: message, ports: [{ postMessage: answer }] });
      act(() => void serviceWorker.dispatchEvent(event));
      return answer.mock.calls.length;
    };
    await waitFor(() => expect(reads()).toBe(1));
    expect(open('/offers?offer=b')).toBe(1);
    await waitFor(() => expect(reads()).toBe(2));
    // shown already, no screen, no path
    expect([open(location.pathname), open('/nowhere'), open(null)]).toEqual([1, 0, 0]);
    expect(platform.visited).toEqual([{ screen: 'offers', params: { offer: 'b' } }]);
    expect([data.heldAct.get()?.key, send.mock.calls.length]).toEqual(['accept:a', 0]);
    act(() => data.undoHeld());
    unmount();
    expect(open('/offers?offer=c')).toBe(0);
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  it('in another tab that signs out - is sent first; a tab that sleeps is not waited for', async () => {
    const tabs = new Set<FakeChannel>();
    class FakeChannel extends EventTarget {
      constructor(readonly name: string) {
        super();
        tabs.add(this);
      }
      postMessage(message: string) {
        for (const tab of tabs)
          if (tab !== this && tab.name === this.name)
            void Promise.resolve().then(() =>
              tab.dispatchEvent(new MessageEvent('message', { data: message })),
            );
      }
      close = () => void tabs.delete(this);
    }
    Object.assign(globalThis, { BroadcastChannel: FakeChannel });
    jest.useFakeTimers();
    /** As long as other tabs have to say that they hold something, twice; a held action is sent by itself only later. */
    const ask = () =>
      act(async () => {
        const asked = sendInOtherTabs(ANN);
        await jest.advanceTimersByTimeAsync(500);
        return asked;
      });
    const stop = sendWhenAsked(ANN, data, data.createDataStore(ANN));
    const signedOut = async (answer: boolean | null) => {
      const send = jest.fn(async () => answer !== false);
      act(() => data.holdAct({ key: `decline:${answer}`, text: 'Declining', send }));
      const isSent = await ask();
      return [isSent, send.mock.calls.length];
    };
    expect(await signedOut(true)).toEqual([true, 1]);
    expect(await signedOut(false)).toEqual([false, 1]);
    const both = ask();
    // what a third tab that signs out says
    for (const tab of tabs) tab.dispatchEvent(new MessageEvent('message', { data: 'send' }));
    expect(await both).toBe(true);
    unsaved.setUnsaved('answers', '1 answer', { keptOnDevice: true });
    expect(await ask()).toBe(true);
    unsaved.setUnsaved('answers', '1 answer');
    expect(await ask()).toBe(false);
    unsaved.clear();
    stop();
    expect(await signedOut(null)).toEqual([true, 0]);
    act(() => data.undoHeld());
    jest.useRealTimers();
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  });
});
