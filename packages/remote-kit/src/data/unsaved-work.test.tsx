import { renderScreen } from '../testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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
  beforeEach(() => localStorage.clear());

  it('typed before the screen was left and a new page opened - is restored', async () => {
    const first = renderScreen(<Form />);
    await userEvent.type(field(), 'hello');
    first.unmount();
    renderScreen(<Form />);
    expect(field()).toHaveValue('hello');
  });

  it('dropped - is deleted from the store and the device', async () => {
    const { unmount } = renderScreen(<Form />);
    await userEvent.type(field(), 'hello');
    await userEvent.click(screen.getByText('done'));
    expect(field()).toHaveValue('');
    expect(Object.keys(localStorage)).toEqual([]);
    unmount();
    renderScreen(<Form />);
    expect(field()).toHaveValue('');
  });

  it('typed after another tab signed out - is not stored on the device', async () => {
    localStorage.setItem('flint:owner', USER);
    renderScreen(<Form />);
    await userEvent.type(field(), 'hello');
    expect(Object.keys(localStorage)).toContain(`flint:unsaved:${USER}:test`);
    localStorage.clear();
    await userEvent.type(field(), ' again');
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('of an older release or damaged - reads as empty', () => {
    localStorage.setItem(`flint:unsaved:${USER}:test`, '{"words":7}');
    localStorage.setItem(`flint:unsaved:${USER}:other`, '{');
    renderScreen(<Form />);
    expect(field()).toHaveValue('');
    expect(localStorage.getItem(`flint:unsaved:${USER}:other`)).toBeNull();
  });

  it('of another student of the device - is not shown', () => {
    localStorage.setItem('flint:unsaved:somebody-else:test', '{"words":"secret"}');
    renderScreen(<Form />);
    expect(field()).toHaveValue('');
  });

  it('without device storage - lasts as long as the page', async () => {
    const set = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    renderScreen(<Form />);
    await userEvent.type(field(), 'hi');
    expect(field()).toHaveValue('hi');
    set.mockRestore();
  });
});
