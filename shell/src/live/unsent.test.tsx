import * as data from '@flint/remote-kit/data';
import { createStore } from '@flint/remote-kit/store';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Notices } from '../frame/Notices';
import { notices } from '../platform/notices';
import { watchHeld } from './unsent';

const [ANN, BEN] = ['ann', 'ben'];
let stop: () => void;
const start = () => {
  const goTo = jest.fn();
  stop = watchHeld(data.heldAct, ANN, goTo);
  return goTo;
};

beforeEach(() => act(() => notices.get().forEach(({ id }) => notices.dismiss(id))));
afterEach(() => {
  act(() => data.undoHeld());
  stop();
});

describe('what an action says', () => {
  it('held when its page closes - is not sent, and the next start says so once, with the way to it', async () => {
    const send = jest.fn();
    const kept = () => Object.keys(localStorage).filter((name) => name.startsWith(`flint:acts:${ANN}`));
    const keep = (name: string, ...acts: [key: string, text: string, isOnItsWay: boolean][]) =>
      localStorage.setItem(`flint:acts:${name}`, JSON.stringify(acts));
    keep(`${ANN}:1`, ['hide:c', 'Hiding Cem', true], ['decline:o1', 'Declining Ben’s offer', false]);
    keep(`${BEN}:1`, ['decline:o2', 'of another student', false]);
    const open = new Set<string>();
    const locks = {
      // waits for a lock that another holds
      request: async (name: string, ...rest: unknown[]) => {
        if (open.has(name)) return new Promise(() => undefined);
        open.add(name);
        await (rest.at(-1) as () => unknown)();
        open.delete(name);
      },
    };
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    const goTo = start();
    render(<Notices />);
    await screen.findByText('Not sent, because the page was closed: Declining Ben’s offer');
    expect(screen.getByText('Perhaps not sent, because the page was closed: Hiding Cem')).toBeVisible();
    // other news does not replace them, and they are kept until both are seen
    act(() => notices.notify('Cem invites you', 'info'));
    for (const _ of [1, 2]) {
      expect(kept()).toEqual([`flint:acts:${ANN}:1`]);
      await userEvent.click(screen.getAllByRole('button', { name: 'Show' })[0]!);
    }
    expect(goTo.mock.calls).toEqual([
      ['matches', { person: 'c' }],
      ['offers', { offer: 'o1' }],
    ]);
    expect(screen.queryByText(/of another student/)).toBeNull();
    await waitFor(() => expect(kept()).toEqual([]));
    // while this page lives, another tab says nothing about what it holds
    act(() => data.holdAct({ key: 'hide:b', text: 'Hiding', send }));
    await waitFor(() => expect(kept()).toHaveLength(1));
    act(() => notices.get().forEach(({ id }) => notices.dismiss(id)));
    keep(`${ANN}:2`, ['hide:d', 'of a living tab', false]);
    open.add(`flint:acts:${ANN}:2`);
    watchHeld({ ...data.heldAct, subscribe: () => () => undefined }, ANN, jest.fn())();
    expect(notices.get()).toEqual([]);
    localStorage.removeItem(`flint:acts:${ANN}:2`);
    act(() => data.undoHeld());
    expect(kept()).toEqual([]);
    Reflect.deleteProperty(navigator, 'locks');
  });

  it.each([
    ['plan:b:1', ['matches', { person: 'b' }]],
    ['hide:b', ['matches', { person: 'b' }]],
    ['photo:save', ['photos']],
    ['accept:o1', ['offers', { offer: 'o1' }]],
  ])('missed by a page that slept, %s - is said, with the way to %j', (key, way) => {
    const missed = createStore<data.HeldAct | null>(null);
    const goTo = jest.fn();
    stop = watchHeld({ ...data.heldAct, missed }, ANN, goTo);
    act(() => missed.set({ key, text: 'It', send: jest.fn() }));
    const { text, action } = notices.get().at(-1)!;
    expect(text).toBe('Not sent, because this page was asleep: It');
    action!.run();
    expect(goTo.mock.calls).toEqual([way]);
  });

  it('on its way - is kept on the device, beside the next, until its answer or the sign-out comes', async () => {
    start();
    const kept = () => {
      const name = Object.keys(localStorage).find((key) => key.startsWith('flint:acts:'));
      return name ? JSON.parse(localStorage.getItem(name)!) : null;
    };
    let answer = (_isSent: boolean): void => undefined;
    const send = () => new Promise<boolean>((resolve) => (answer = resolve));
    act(() => data.holdAct({ key: 'decline:o1', text: 'Declining', send }));
    expect(kept()).toEqual([['decline:o1', 'Declining', false]]);
    act(() => data.holdAct({ key: 'hide:b', text: 'Hiding', send: jest.fn() }));
    expect(kept()).toEqual([
      ['decline:o1', 'Declining', true],
      ['hide:b', 'Hiding', false],
    ]);
    act(() => data.undoHeld());
    expect(kept()).toEqual([['decline:o1', 'Declining', true]]);
    act(() => data.holdAct({ key: 'hide:d', text: 'Hiding', send: async () => true }));
    await act(() => data.sendHeld());
    expect(kept()).toEqual([['decline:o1', 'Declining', true]]);
    await act(async () => answer(true));
    expect(kept()).toBeNull();
    act(() => data.holdAct({ key: 'hide:c', text: 'Hiding', send: jest.fn() }));
    stop();
    expect(kept()).toBeNull();
  });
});
