/** Lets other requests run. */
export const rest = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
