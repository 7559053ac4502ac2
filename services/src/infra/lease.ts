/** A right that ends by itself, unless it is renewed. */
export interface Lease {
  isHeld(): boolean;
  /** Begins a renewal. The returned function completes it; the lease then counts from the beginning, however long the renewal took. */
  begin(): () => void;
  end(): void;
}

/**
 * A lease of `ms`, not held at first. It counts by the monotonic clock, which nobody sets, and by the wall clock, which alone goes on while
 * the machine sleeps; the first to reach the end decides. So a process that was stopped notices in its first step.
 */
export function createLease(ms: number): Lease {
  const clocks = () => [performance.now(), Date.now()];
  let since: readonly number[] = [];
  return {
    isHeld: () => since.length > 0 && clocks().every((now, at) => now - since[at]! < ms),
    begin() {
      const begun = clocks();
      return () => void (since = begun);
    },
    end: () => void (since = []),
  };
}
