import { fireEvent, render, renderHook, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { PALETTE_KEYS, useShortcuts } from './shortcut-keys';
import { ShortcutsOverlay } from './ShortcutsOverlay';

describe('the overview of keys', () => {
  it('opened - names every key of the frame and of the lists, with what it does', () => {
    render(<ShortcutsOverlay onClose={() => undefined} />);
    const rows = screen.getAllByRole('term').map((term) => ({
      does: term.textContent,
      keys: within(term.parentElement!)
        .getAllByText(/./, { selector: 'kbd' })
        .map(({ textContent }) => textContent)
        .join(' '),
    }));
    expect(rows.slice(-10)).toEqual([
      { does: 'Next and previous', keys: 'j k' },
      { does: 'Open', keys: 'Enter' },
      { does: 'Next photo', keys: 'Space' },
      { does: 'Send a ready plan', keys: '1 2 3' },
      { does: 'Choose an answer', keys: '1 – 9' },
      { does: 'Invite', keys: 'i' },
      { does: 'Accept', keys: 'a' },
      { does: 'Reschedule', keys: 'r' },
      { does: 'Not for me, or decline', keys: 'e' },
      { does: 'Undo', keys: 'z' },
    ]);
    const groups = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(groups).toEqual(['Everywhere', 'Open a screen', 'In lists']);
    expect(rows).toContainEqual({ does: 'Matches', keys: 'g m' });
    expect(rows).toContainEqual({
      does: 'Search people, offers, settings',
      keys: `${PALETTE_KEYS.join(' ')} /`,
    });
    expect(rows).toContainEqual({ does: 'Send or save a form', keys: `${PALETTE_KEYS[0]} Enter` });
  });
});

interface KeyOptions {
  readonly on?: HTMLElement;
  readonly at?: number;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
}

describe('a key of the frame', () => {
  const actions = { goTo: jest.fn(), showShortcuts: jest.fn(), openPalette: jest.fn() };
  const { goTo, showShortcuts, openPalette } = actions;
  beforeEach(() => {
    jest.resetAllMocks();
    renderHook(() => useShortcuts(actions));
  });

  /** Returns whether the key still types. */
  const press = (key: string, { on = document.body, at = 0, ...modifiers }: KeyOptions = {}) => {
    const event = new KeyboardEvent('keydown', { key, ...modifiers, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    return fireEvent(on, event);
  };

  it('g and the key of a screen - within 1.2 seconds and one after the other - opens it; later, or with a key between, does not', () => {
    press('g', { at: 50 });
    press('o', { at: 1_249 });
    press('m', { at: 1_250 });
    expect(goTo.mock.calls).toEqual([['offers']]);
    press('g', { at: 2_000 });
    press('o', { at: 3_200 });
    press('g', { at: 4_000 });
    press('x', { at: 4_001 });
    press('o', { at: 4_002 });
    expect(goTo).toHaveBeenCalledTimes(1);
  });

  it('?, / and Ctrl+K - show the overview, and open the palette without reaching its field', () => {
    expect(press('?')).toBe(true);
    expect([showShortcuts, openPalette].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    expect(press('/')).toBe(false);
    for (const key of ['ctrlKey', 'metaKey']) expect(press('k', { [key]: true })).toBe(false);
    expect([showShortcuts, openPalette].map(({ mock }) => mock.calls.length)).toEqual([1, 3]);
  });

  it('with a modifier, in a field, under a dialog, or once the overview has switched them off - does not act; Ctrl+K does', async () => {
    const pressAll = (on = document.body) => {
      for (const key of ['g', 'o', '?', '/']) expect(press(key, { on })).toBe(true);
      press('K', { on, ctrlKey: true });
    };
    for (const key of ['g', 'o', '?', '/']) press(key, { ctrlKey: true });
    const field = document.body.appendChild(document.createElement('input'));
    pressAll(field);
    field.remove();
    const { unmount } = render(<ShortcutsOverlay onClose={() => undefined} />);
    pressAll();
    await userEvent.click(screen.getByRole('switch', { name: 'One-key actions' }));
    unmount();
    pressAll();
    expect([goTo, showShortcuts, openPalette].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 3]);
  });

  it('pressed as soon as the frame is in the page - acts', async () => {
    const pressed = jest.fn();
    const Frame = () => {
      useShortcuts({ ...actions, showShortcuts: pressed });
      return <p>frame</p>;
    };
    const place = document.body.appendChild(document.createElement('div'));
    const isShown = new Promise((resolve) =>
      new MutationObserver(resolve).observe(place, { childList: true }),
    );
    const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
    // as in a browser: effects run when React has time for them
    react.IS_REACT_ACT_ENVIRONMENT = false;
    const root = createRoot(place);
    root.render(<Frame />);
    await isShown;
    press('?');
    expect(pressed).toHaveBeenCalledTimes(1);
    root.unmount();
    place.remove();
    react.IS_REACT_ACT_ENVIRONMENT = true;
  });
});
