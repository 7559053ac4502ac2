const keyOf = (id: string) => `flint.split.${id}`;

/** The share of the left pane remembered on this device, in percent; null without one or without storage. */
export function readShare(id: string): number | null {
  try {
    const share = Number(localStorage.getItem(keyOf(id)) ?? Number.NaN);
    return Number.isFinite(share) ? share : null;
  } catch {
    return null; // storage may be forbidden; the panes work without
  }
}

/** Remembers the share of the left pane; does nothing where storage is forbidden or full. */
export function rememberShare(id: string, share: number): void {
  try {
    localStorage.setItem(keyOf(id), String(share));
  } catch {
    // a width is worth no error
  }
}
