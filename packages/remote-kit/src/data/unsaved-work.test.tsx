import { renderScreen } from '../testing';
import { createTestStorage } from '../testing/test-storage';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EMPTY } from '../outbox/entry';
import { useUnsavedForm } from './unsaved-work';

/** The user of the fake platform. */
const USER = '7db2fc24-49d4-4113-a48e-ca9a619864fc';

function Form() {
  const [{ words }, change, drop] = useUnsavedForm('test', { words: '' });
  return (
    <>
      <input aria-label="words" value={words} onChange={(event) => change({ words: event.target.value })} />
      <button type="button" onClick={drop}>
        done
      </button>
    </>
  );
}
const field = () => screen.getByLabelText('words');

describe('a draft', () => {
  const storage = createTestStorage(USER);
  const stored = async () => [...(await storage.readAll()).keys()];

  it('typed before the screen was left and a new page opened - is restored', async () => {
    const first = renderScreen(<Form />);
    await userEvent.type(field(), 'hello');
    first.unmount();
    renderScreen(<Form />);
    await waitFor(() => expect(field()).toHaveValue('hello'));
  });

  it('dropped - is deleted from the page and the device', async () => {
    const { unmount } = renderScreen(<Form />);
    await userEvent.type(field(), 'hello');
    await userEvent.click(screen.getByText('done'));
    expect(field()).toHaveValue('');
    await waitFor(async () => expect(await stored()).toEqual([]));
    unmount();
    renderScreen(<Form />);
    expect(field()).toHaveValue('');
  });

  it('typed and deleted again - is no draft', async () => {
    renderScreen(<Form />);
    await userEvent.type(field(), 'hi{Backspace}{Backspace}');
    await waitFor(async () => expect(await stored()).toEqual([]));
  });

  it('typed after another tab signed out - is not stored on the device', async () => {
    const { store } = renderScreen(<Form />);
    await userEvent.type(field(), 'hello');
    await waitFor(async () => expect(await stored()).toEqual(['draft/test']));
    // as when the database is deleted
    store.outbox.end();
    await storage.update('draft/test', () => EMPTY);
    await userEvent.type(field(), ' again');
    expect(await stored()).toEqual([]);
  });

  it('of an older release - reads as empty', async () => {
    await storage.update('draft/test', () => ({ ...EMPTY, base: { words: 7 } }));
    renderScreen(<Form />);
    await act(() => storage.readAll());
    expect(field()).toHaveValue('');
  });

  it('without device storage - lasts as long as the page', async () => {
    const update = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    const { store } = renderScreen(<Form />, { storage: { ...storage, update } });
    await userEvent.type(field(), 'hi');
    expect(field()).toHaveValue('hi');
    expect(store.outbox.status().isOnDevice).toBe(false);
  });
});
