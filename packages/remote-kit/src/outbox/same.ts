const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Whether two JSON values are equal, whatever the order of their keys. */
export const isSameJson = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a, sorted) === JSON.stringify(b, sorted);
