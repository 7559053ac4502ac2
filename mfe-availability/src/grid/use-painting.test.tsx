import { renderScreen } from '@flint/remote-kit/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import { AvailabilityScreen } from '../AvailabilityScreen';

const free = () => screen.queryAllByLabelText(/, free$/).length;
/** jsdom has no pointer events. */
const point = (cell: Element, type: 'down' | 'up' | 'cancel', of: object, button = 0) =>
  fireEvent(cell, Object.assign(new MouseEvent(`pointer${type}`, { bubbles: true, button }), of));
const hour = () => screen.findByLabelText('Monday 9 AM to 10 AM, busy');

afterEach(() => void jest.useRealTimers());

describe('painting', () => {
  it('by the left button of a mouse - paints; by the right one - does not', async () => {
    renderScreen(<AvailabilityScreen />);
    const mouse = { pointerId: 1, pointerType: 'mouse', isPrimary: true };
    const cell = await hour();
    point(cell, 'down', mouse, 2);
    expect(free()).toBe(0);
    point(cell, 'down', mouse);
    point(cell, 'up', mouse);
    expect(free()).toBe(1);
  });

  it.each([
    ['lifted', 'up', 1],
    ['taken by the browser', 'cancel', 0],
  ] as const)(
    'by a finger that holds for 270 ms and is then %s - leaves the hours that it should',
    async (_, end, hours) => {
      renderScreen(<AvailabilityScreen />);
      const finger = { pointerId: 2, pointerType: 'touch', isPrimary: true };
      const cell = await hour();
      jest.useFakeTimers();
      point(cell, 'down', finger);
      // it trembles
      fireEvent(cell, Object.assign(new MouseEvent('pointermove', { bubbles: true, clientX: 8 }), finger));
      act(() => void jest.advanceTimersByTime(269));
      expect(free()).toBe(0);
      act(() => void jest.advanceTimersByTime(1));
      expect(free()).toBe(1);
      point(cell, end, finger);
      expect(free()).toBe(hours);
    },
  );
});
