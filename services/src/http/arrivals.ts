/** A request body that is arriving. */
export interface Arriving {
  readonly sender: string;
  /** On the clock of performance.now(). */
  lastByteAt: number;
  /** Stops waiting for the rest. */
  giveWay(): void;
}

export interface Arrivals {
  enter(arriving: Arriving): void;
  /** Safe to repeat. */
  leave(arriving: Arriving): void;
}

interface Most {
  readonly ofOneSender: number;
  readonly inAll: number;
}

const stalest = (of: ReadonlySet<Arriving>) =>
  [...of].reduce((oldest, each) => (each.lastByteAt < oldest.lastByteAt ? each : oldest));

/**
 * The bodies arriving at one process. No new body is refused. Beyond a limit, the body that has been silent longest is dropped, among those
 * of the same sender or of the sender with most. Normal bodies complete within a packet or two, so a client that holds requests half open
 * only displaces itself.
 */
export function createArrivals({ ofOneSender, inAll }: Most): Arrivals {
  const bySender = new Map<string, Set<Arriving>>();
  let count = 0;
  const leave = (arriving: Arriving) => {
    const own = bySender.get(arriving.sender);
    if (!own?.delete(arriving)) return;
    count -= 1;
    if (own.size === 0) bySender.delete(arriving.sender);
  };
  const dismiss = (of: ReadonlySet<Arriving>) => {
    const arriving = stalest(of);
    leave(arriving);
    arriving.giveWay();
  };
  return {
    enter(arriving) {
      const own = bySender.get(arriving.sender) ?? new Set();
      if (own.size >= ofOneSender) dismiss(own);
      else if (count >= inAll)
        dismiss([...bySender.values()].reduce((most, each) => (each.size > most.size ? each : most)));
      // the last one may have left the set
      bySender.set(arriving.sender, own.add(arriving));
      count += 1;
    },
    leave,
  };
}
