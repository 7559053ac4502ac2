const keyOf = (id: string) => `flint.split.${id}`;

/** The stored share of the left pane in percent; null without one or without storage. */
export function readShare(id: string): number | null {
  try {
    const share = Number(localStorage.getItem(keyOf(id)) ?? Number.NaN);
    return Number.isFinite(share) ? share : null;
  } catch {
    return null; // storage may be blocked
  }
}

/** Stores the share of the left pane; does nothing if storage is blocked or full. */
export function rememberShare(id: string, share: number): void {
  try {
    localStorage.setItem(keyOf(id), String(share));
  } catch {
    // the width is optional
  }
}
