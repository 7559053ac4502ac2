import { act, renderHook } from '@testing-library/react';
import { useElapsedSeconds } from './use-elapsed';
import { setGoesOn, useGoOn } from './use-go-on';

const likesMotion = (matches: boolean) => Object.assign(window, { matchMedia: () => ({ matches }) });

beforeEach(() => {
  jest.useFakeTimers();
  likesMotion(true);
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'matchMedia');
});

function tap(question = 'intent') {
  const goOn = jest.fn();
  const hook = renderHook(({ id }) => useGoOn(id, goOn), { initialProps: { id: question } });
  hook.result.current.handlePointer();
  hook.result.current.goOnSoon();
  return { goOn, ...hook };
}

it('the time since the screen was opened - is in whole seconds', () => {
  const { result } = renderHook(useElapsedSeconds);
  act(() => void jest.advanceTimersByTime(61_000));
  expect(result.current).toBe(61);
});

describe('the next question after a single choice', () => {
  it('tapped - opens once, after a moment', () => {
    const { goOn } = tap();
    jest.advanceTimersByTime(449);
    expect(goOn).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1_000);
    expect(goOn).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['with less motion', () => likesMotion(false)],
    ['turned off', () => setGoesOn(false)],
  ])('%s - does not open', (_case, prepare) => {
    prepare();
    const { goOn } = tap();
    jest.advanceTimersByTime(1_000);
    expect(goOn).not.toHaveBeenCalled();
  });

  it('chosen by arrow keys, without a pointer - does not open', () => {
    const { goOn, result } = tap();
    jest.advanceTimersByTime(450);
    result.current.goOnSoon();
    jest.advanceTimersByTime(1_000);
    expect(goOn).toHaveBeenCalledTimes(1);
  });

  it('after the student has moved to another question - does not open', () => {
    const { goOn, rerender } = tap();
    rerender({ id: 'religion' });
    jest.advanceTimersByTime(1_000);
    expect(goOn).not.toHaveBeenCalled();
  });
});
