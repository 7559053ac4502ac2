import { EMPTY_DRAFT, type Draft } from './draft-shape';

/** A draft in this browser's storage. If storage is forbidden or full, the draft is in memory. */
export function createDevice(key: string) {
  /** The draft that could not be stored; null if storage is up to date. */
  let memory: Draft | null = null;
  return {
    /** Null without a draft or for a damaged one; then the server's answers are loaded. */
    load(): Draft | null {
      if (memory) return memory;
      try {
        const text = localStorage.getItem(key);
        return text === null ? null : { ...EMPTY_DRAFT, ...(JSON.parse(text) as Partial<Draft>) };
      } catch {
        return null;
      }
    },
    save(draft: Draft): void {
      try {
        localStorage.setItem(key, JSON.stringify(draft));
        memory = null;
      } catch {
        memory = draft;
      }
    },
    /** Whether another tab changed the draft or cleared the storage. */
    onChange(listener: () => void): void {
      addEventListener('storage', (event) => {
        if (event.key === key || event.key === null) listener();
      });
    },
  };
}
