import { act, renderHook } from '@testing-library/react';
import { useElapsedSeconds } from './use-elapsed';

describe('useElapsedSeconds', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('the counter - since the screen was opened - shows whole seconds (spec 2)', () => {
    const { result } = renderHook(() => useElapsedSeconds());
    expect(result.current).toBe(0);
    act(() => jest.advanceTimersByTime(999));
    expect(result.current).toBe(0);
    act(() => jest.advanceTimersByTime(61_001));
    expect(result.current).toBe(62);
  });
});
