interface Options {
  /** Most jobs at once. */
  readonly parallel: number;
  /** Jobs that may wait; `refuse` makes the error for further ones. */
  readonly waitingMax: number;
  readonly refuse: () => Error;
  /** Called with the number of waiting jobs when it changes. */
  readonly onWaiting?: (waiting: number) => void;
}

/** Runs a bounded number of jobs at once, lets some wait, in order, and refuses the rest. */
export function createQueue({ parallel, waitingMax, refuse, onWaiting }: Options) {
  const waiting: (() => void)[] = [];
  let running = 0;
  const refuseWhenFull = () => {
    if (running >= parallel && waiting.length >= waitingMax) throw refuse();
  };
  return {
    /** Throws if a new job would be refused. */
    refuseWhenFull,
    isIdle: () => running === 0,
    async run<T>(job: () => Promise<T>): Promise<T> {
      refuseWhenFull();
      // a finished job hands its place to the next one, so that no newcomer takes it
      if (running >= parallel) {
        const turn = new Promise<void>((resolve) => waiting.push(resolve));
        onWaiting?.(waiting.length);
        await turn;
      } else running += 1;
      try {
        return await job();
      } finally {
        const next = waiting.shift();
        onWaiting?.(waiting.length);
        if (next) next();
        else running -= 1;
      }
    },
  };
}
