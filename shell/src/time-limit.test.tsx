import { withTimeLimit } from './time-limit';

const never = new Promise<string>(() => undefined);

describe('a time limit', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('work that ends in time - returns its result and leaves no timer', async () => {
    await expect(withTimeLimit(Promise.resolve('done'), 100, () => 'late')).resolves.toBe('done');
    await expect(withTimeLimit(Promise.reject(new Error('no')), 100, () => 'late')).rejects.toThrow('no');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('work that takes longer - is replaced by the fallback, or fails with its error', async () => {
    const replaced = withTimeLimit(never, 100, () => 'late');
    const failed = withTimeLimit(never, 100, (): string => {
      throw new Error('too late');
    });
    jest.advanceTimersByTime(100);
    await expect(replaced).resolves.toBe('late');
    await expect(failed).rejects.toThrow('too late');
  });
});
