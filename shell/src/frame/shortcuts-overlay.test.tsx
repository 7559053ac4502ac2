import { fireEvent, render, renderHook, screen, within } from '@testing-library/react';
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

describe('the slash', () => {
  it('pressed - opens the palette, without reaching its field; in a field it is a letter', () => {
    const openPalette = jest.fn();
    const nothing = () => undefined;
    renderHook(() => useShortcuts({ goTo: nothing, showShortcuts: nothing, openPalette }));
    expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(false);
    expect(openPalette).toHaveBeenCalledTimes(1);
    const field = document.body.appendChild(document.createElement('input'));
    expect(fireEvent.keyDown(field, { key: '/' })).toBe(true);
    field.remove();
    expect(openPalette).toHaveBeenCalledTimes(1);
  });
});
