/** Does one after the other. A failure does not keep the others from being done; the first one is thrown in the end. */
export async function doEach<T>(all: readonly T[], work: (each: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const each of all) await work(each).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
