import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SplitView } from './SplitView';

function open(props: Partial<Parameters<typeof SplitView>[0]> = {}) {
  const view = render(
    <SplitView id="offers" label="Width of the list" start={<p>list</p>} end={<p>one</p>} {...props} />,
  );
  const separator = screen.getByRole('separator', { name: 'Width of the list' });
  return { ...view, separator, share: () => Number(separator.getAttribute('aria-valuenow')) };
}

describe('SplitView', () => {
  it('the separator - by the window splitter pattern - names its pane, range and value', () => {
    const { separator, share } = open({ initial: 40 });
    expect(document.getElementById(separator.getAttribute('aria-controls')!)).toHaveTextContent('list');
    expect(separator).toHaveAttribute('aria-orientation', 'vertical');
    expect(separator).toHaveAttribute('aria-valuemin', '25');
    expect(separator).toHaveAttribute('aria-valuemax', '70');
    expect(share()).toBe(40);
  });

  it('arrows, Home, End and Enter - on the separator - move it within its range, and Enter restores it', async () => {
    const { share } = open({ initial: 40 });
    const user = userEvent.setup();
    await user.tab();
    const steps = [
      ['{ArrowRight}', 42],
      ['{Shift>}{ArrowLeft}{/Shift}', 32],
      ['{Enter}', 25],
      ['{Enter}', 32],
      ['{End}', 70],
      ['{ArrowRight}', 70],
      ['{Home}', 25],
      ['{Enter}', 40],
      ['x', 40],
    ] as const;
    for (const [keys, expected] of steps) {
      await user.keyboard(keys);
      expect({ keys, share: share() }).toEqual({ keys, share: expected });
    }
  });

  it('the separator, dragged - follows the pointer within the panes', () => {
    const { separator, share } = open({ initial: 40 });
    separator.setPointerCapture = () => undefined;
    separator.parentElement!.getBoundingClientRect = () => ({ left: 100, width: 1_000 }) as DOMRect;
    // jsdom's pointer events have no place
    fireEvent(separator, new MouseEvent('pointerdown', { bubbles: true }));
    fireEvent(separator, new MouseEvent('pointermove', { bubbles: true, clientX: 600 }));
    expect(share()).toBe(50);
  });

  it('a chosen width - at the next visit - is restored, for that screen only', async () => {
    const first = open({ initial: 40 });
    await userEvent.setup().tab();
    await userEvent.setup().keyboard('{ArrowRight}');
    first.unmount();
    const again = open({ initial: 40 });
    expect(again.share()).toBe(42);
    again.unmount();
    expect(open({ id: 'matches', initial: 40 }).share()).toBe(40);
  });

  it.each(['', 'wide', '9999', '-3'])('%j in storage - is ignored for a width in range', (kept) => {
    localStorage.setItem('flint.split.offers', kept);
    const { share } = open();
    expect(share()).toBeGreaterThanOrEqual(25);
    expect(share()).toBeLessThanOrEqual(70);
  });

  it('blocked storage - does not affect the panes', async () => {
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const { share } = open({ initial: 40 });
    await userEvent.setup().tab();
    await userEvent.setup().keyboard('{ArrowLeft}');
    expect(share()).toBe(38);
  });

  it('a double click - on the separator - resets the width', () => {
    const { separator, share } = open({ initial: 40 });
    fireEvent.keyDown(separator, { key: 'End' });
    fireEvent.doubleClick(separator);
    expect(share()).toBe(40);
  });
});
