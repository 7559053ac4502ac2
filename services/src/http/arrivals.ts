/** A body that is on its way. */
export interface Arriving {
  readonly sender: string;
  /** On the clock of performance.now(). */
  lastByteAt: number;
  /** Ends the waiting for the rest of it. */
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
 * The bodies arriving at one process. Nobody is ever refused a place: beyond a limit the body that has been silent the longest gives
 * way, of the same sender, or of whoever sends most. An honest body is complete after a packet or two, so that a client that holds
 * requests half open only crowds out itself.
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
      // the last of the set may have left
      bySender.set(arriving.sender, own.add(arriving));
      count += 1;
    },
    leave,
  };
}
