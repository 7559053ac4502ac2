import { act, render, screen } from '@testing-library/react';
import type { Outbox } from '../outbox/outbox';
import { heldAct, holdAct, sendAll, sendHeld, undoHeld, UNDO_MS, useHeldAct } from './held-act';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  undoHeld();
  jest.useRealTimers();
});

function hold(key: string) {
  const [send, undo] = [jest.fn(), jest.fn()];
  act(() => holdAct({ key, text: key, send, undo }));
  return { send, undo };
}

describe('an action that can be undone', () => {
  it('held - is sent once, after five seconds', () => {
    const { send, undo } = hold('decline:1');
    jest.advanceTimersByTime(4_999);
    expect(send).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    sendHeld();
    expect(send).toHaveBeenCalledTimes(1);
    expect(undo).not.toHaveBeenCalled();
  });

  it('undone - is never sent', () => {
    const { send, undo } = hold('decline:1');
    undoHeld();
    jest.advanceTimersByTime(2 * UNDO_MS);
    expect(send).not.toHaveBeenCalled();
    expect(undo).toHaveBeenCalledTimes(1);
  });

  it('when the page closes - is not sent', () => {
    const { send } = hold('decline:1');
    dispatchEvent(new Event('pagehide'));
    expect(send).not.toHaveBeenCalled();
  });

  it('in a page that slept - is not sent when the page wakes, whatever asks for it', async () => {
    const { send, undo } = hold('decline:1');
    jest.setSystemTime(Date.now() + 14_000);
    let isSent: boolean | undefined;
    await act(async () => void (isSent = await sendHeld()));
    expect([isSent, send.mock.calls, undo.mock.calls]).toEqual([false, [], [[]]]);
    expect(heldAct.missed.get()?.key).toBe('decline:1');
  });

  it('held again, by a second click or as another answer to the same question - is the second, with its own five seconds', () => {
    const first = hold('decide:1');
    jest.advanceTimersByTime(UNDO_MS - 1);
    const second = hold('decide:1');
    jest.advanceTimersByTime(UNDO_MS - 1);
    expect(second.send).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(second.send).toHaveBeenCalledTimes(1);
    // nor is it undone, which would open a form again
    for (const act of [first.send, first.undo, second.undo]) expect(act).not.toHaveBeenCalled();
  });

  it.each([
    [true, true, true],
    [false, true, false],
    [true, false, false],
  ])('with everything else - accepted %s, flushed %s - returns %s', async (isSent, isFlushed, all) => {
    const acts: string[] = [];
    act(() => holdAct({ key: 'accept:1', text: 'x', send: async () => acts.push('sent') > 0 && isSent }));
    const flush = async () => acts.push('flushed') > 0 && isFlushed;
    expect(await sendAll({ flush, readKind: () => [] } as unknown as Outbox)).toBe(all);
    // a held action may change what is to be flushed
    expect(acts).toEqual(['sent', 'flushed']);
  });

  it.each([
    [true, true],
    [false, false],
  ])(
    'that is being sent when all is to be sent, and accepted: %s - is waited for: %s',
    async (isAccepted, all) => {
      let answer!: (isAccepted: boolean) => void;
      const send = () => new Promise<boolean>((resolve) => (answer = resolve));
      act(() => holdAct({ key: 'accept:1', text: 'x', send }));
      jest.advanceTimersByTime(UNDO_MS);
      const flush = jest.fn().mockResolvedValue(true);
      const isAll = sendAll({ flush, readKind: () => [] } as unknown as Outbox);
      await act(async () => {});
      expect(flush).not.toHaveBeenCalled();
      answer(isAccepted);
      expect(await isAll).toBe(all);
      expect(flush).toHaveBeenCalledTimes(1);
    },
  );

  it('followed by another - is sent, and the other has its own five seconds', () => {
    const first = hold('decline:1');
    jest.advanceTimersByTime(UNDO_MS - 1);
    const second = hold('decline:2');
    expect(first.send).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(UNDO_MS - 1);
    expect(second.send).not.toHaveBeenCalled();
  });

  it('is shown while it can be undone', () => {
    function Shown() {
      return <p>{useHeldAct()?.text ?? 'none'}</p>;
    }
    render(<Shown />);
    hold('decline:1');
    expect(screen.getByText('decline:1')).toBeInTheDocument();
    act(() => void jest.advanceTimersByTime(UNDO_MS));
    expect(screen.getByText('none')).toBeInTheDocument();
  });
});
