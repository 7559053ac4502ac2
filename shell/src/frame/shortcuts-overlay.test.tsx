import { render, screen, within } from '@testing-library/react';
import { ShortcutsOverlay } from './ShortcutsOverlay';

beforeAll(() => {
  // jsdom has no modal dialogs
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.setAttribute('open', '');
  };
});

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
    expect(rows.slice(-7)).toEqual([
      { does: 'Next and previous', keys: 'j k' },
      { does: 'Open', keys: 'Enter' },
      { does: 'Send a ready plan', keys: '1 2 3' },
      { does: 'Invite', keys: 'i' },
      { does: 'Propose another time', keys: 'r' },
      { does: 'Not for me, or decline', keys: 'e' },
      { does: 'Undo', keys: 'z' },
    ]);
    expect(rows).toContainEqual({ does: 'Matches', keys: 'g m' });
  });
});
