const WIDTH = 24;
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** `[######..................]` */
export const barOf = (fraction) =>
  `[${'#'.repeat(Math.round(WIDTH * Math.min(1, Math.max(0, fraction)))).padEnd(WIDTH, '.')}]`;

/**
 * Prints one line with the time of a step, so that a slow start shows where it is slow. `work` receives a function that takes the done
 * fraction: a terminal rewrites the line with a bar, a file gets plain text.
 */
export async function step(title, work, out = process.stdout) {
  const started = performance.now();
  const start = `  ${title} … `;
  out.write(start);
  let shown = '';
  const show = (fraction) => {
    const line = `${start}${barOf(fraction)} ${seconds(started)}`;
    if (out.isTTY && line !== shown) out.write(`\r\u001B[K${(shown = line)}`);
  };
  const end = (text) => out.write(`${shown ? `\r\u001B[K${start}` : ''}${text}\n`);
  try {
    const result = await work(show);
    end(seconds(started));
    return result;
  } catch (error) {
    end('failed');
    throw error;
  }
}
