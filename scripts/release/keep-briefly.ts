import { ReleaseRefused } from '@flint/remote-build/release/refused';

/** How long a result is kept, in milliseconds. */
const KEPT_MS = 2_000;
/** The maximum number of kept results. */
const MOST = 50;

/**
 * Keeps each result of `read`, also an error, for two seconds, because anybody may request it: many requests are one reading. Without room for
 * another result it throws ReleaseRefused, so that invented names cause no more readings than that.
 */
export function keepBriefly<Names extends readonly string[], T>(
  read: (...names: Names) => Promise<T>,
): (...names: Names) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return async (...names) => {
    const key = names.join(' ');
    const known = kept.get(key);
    if (known) return known;
    if (kept.size >= MOST) throw new ReleaseRefused('cannot be read now: too many are');
    const reading = read(...names);
    kept.set(key, reading);
    const forget = () => void setTimeout(() => kept.delete(key), KEPT_MS).unref();
    reading.then(forget, forget);
    return reading;
  };
}
