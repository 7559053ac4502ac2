const all = (part: unknown): readonly string[] => {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(all) : [];
};

/** Every string in a value once, in order. */
export const stringsIn = (part: unknown): readonly string[] => [...new Set(all(part))];
