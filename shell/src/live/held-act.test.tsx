import * as data from '@flint/remote-kit/data';
import { Button } from '@flint/ui';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { UndoToast } from './UndoToast';

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
  });
});
