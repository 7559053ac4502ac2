/** Prints one line per step with its time, so that a slow start shows where it is slow. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  process.stdout.write(`  ${title} … `);
  try {
    const result = await work();
    process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (error) {
    process.stdout.write('failed\n');
    throw error;
  }
}
