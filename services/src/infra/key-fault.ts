import { bytesSealedUnder, cipherOf, sealedUnder, type CipherNeeds } from './field-cipher';

/** A stored value, text or bytes, with the place it is bound to. */
export interface SealedValue {
  readonly stored: unknown;
  readonly place: string;
}

function opens(needs: CipherNeeds, { stored, place }: SealedValue): boolean {
  const cipher = cipherOf(needs);
  try {
    if (stored instanceof Uint8Array) cipher.openBytes(stored, place);
    else cipher.open(stored, place);
    return true;
  } catch {
    return false;
  }
}

/**
 * Names, in one sentence, each key that these values need and the settings lack; null if all can be read. A single damaged value among
 * readable ones is no key fault.
 */
export function keyFaultIn(needs: CipherNeeds, values: readonly SealedValue[]): string | null {
  const opened = new Map<string, boolean>();
  for (const value of values) {
    const { stored } = value;
    const id = stored instanceof Uint8Array ? bytesSealedUnder(stored) : sealedUnder(stored);
    if (id !== null && !opened.get(id)) opened.set(id, opens(needs, value));
  }
  const lost = [...opened].filter(([, isOpened]) => !isOpened).map(([id]) => `'${id}'`);
  if (lost.length === 0) return null;
  return `stored data was sealed under a key ${lost.join(' and ')} that these settings do not hold: bring back the DATA_KEYS or FLINT_SECRET (else DATA_DIR/secret) it was written with`;
}
