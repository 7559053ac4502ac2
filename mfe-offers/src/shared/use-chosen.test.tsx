import { renderHook } from '@testing-library/react';
import { useChosen } from './use-chosen';

interface Props {
  readonly entries: readonly string[];
  readonly named?: string;
}
const start = (initialProps: Props) =>
  renderHook(({ entries, named }: Props) => useChosen(entries, (each) => each, named), { initialProps });

describe('the entry on show', () => {
  it('named in the address - is that one; back at the bare address - the first again', () => {
    const { result, rerender } = start({ entries: ['a', 'b'] });
    expect(result.current).toBe('a');
    rerender({ entries: ['a', 'b'], named: 'b' });
    expect(result.current).toBe('b');
    rerender({ entries: ['a', 'b'] });
    expect(result.current).toBe('a');
  });

  it('that moves within the list - stays; that leaves it - makes room for the first', () => {
    const { result, rerender } = start({ entries: ['a', 'b', 'c'] });
    rerender({ entries: ['b', 'c', 'a'] });
    expect(result.current).toBe('a');
    rerender({ entries: ['b', 'c'] });
    expect(result.current).toBe('b');
    rerender({ entries: [] });
    expect(result.current).toBeNull();
  });

  it('named but not there - is the first', () => {
    expect(start({ entries: ['a'], named: 'z' }).result.current).toBe('a');
  });
});
