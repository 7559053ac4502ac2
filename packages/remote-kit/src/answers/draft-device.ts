import { EMPTY_DRAFT, type Draft } from './draft-shape';

/** A draft's place in this browser. Where storage is forbidden or full, the page's memory takes over. */
export function createDevice(key: string) {
  /** What could not be written; null while the device is up to date. */
  let memory: Draft | null = null;
  return {
    /** Null when there is none; a damaged copy is worth nothing, the server's answers are loaded in its place. */
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
    /** Another tab wrote, or all storage was emptied there. */
    onChange(listener: () => void): void {
      addEventListener('storage', (event) => {
        if (event.key === key || event.key === null) listener();
      });
    },
  };
}
