import { renderHook } from '@testing-library/react';
import { useChosen } from './use-chosen';

interface Props {
  readonly entries: readonly string[];
  readonly named?: string;
}
const start = (initialProps: Props) =>
  renderHook(({ entries, named }: Props) => useChosen(entries, (each) => each, named), { initialProps });

describe('the entry shown beside the list', () => {
  it('named in the address - is shown; without a name - the first is shown again', () => {
    const { result, rerender } = start({ entries: ['a', 'b'] });
    expect(result.current).toBe('a');
    rerender({ entries: ['a', 'b'], named: 'b' });
    expect(result.current).toBe('b');
    rerender({ entries: ['a', 'b'] });
    expect(result.current).toBe('a');
  });

  it('that moves within the list - is still shown; one that leaves it - is replaced by the first', () => {
    const { result, rerender } = start({ entries: ['a', 'b', 'c'] });
    rerender({ entries: ['b', 'c', 'a'] });
    expect(result.current).toBe('a');
    rerender({ entries: ['b', 'c'] });
    expect(result.current).toBe('b');
    rerender({ entries: [] });
    expect(result.current).toBeNull();
  });

  it('named but not in the list - is replaced by the first', () => {
    expect(start({ entries: ['a'], named: 'z' }).result.current).toBe('a');
  });
});
