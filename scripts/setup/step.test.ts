import { step } from './step.mjs';

/** What a step with two fractions writes; the time is always 0.0 s. */
async function written(isTTY: boolean, fail = false): Promise<string> {
  let text = '';
  const out = { isTTY, write: (part: string) => (text += part) };
  const work = (show?: (fraction: number) => void) => {
    show?.(0.25);
    show?.(0.5);
    return fail ? Promise.reject(new Error('no')) : Promise.resolve();
  };
  await step('build', work, out).catch(() => undefined);
  return text.replaceAll(/\d+\.\d s/g, 'N s');
}

describe('a step', () => {
  it('in a terminal - rewrites its line with a bar, and ends with its time', async () => {
    const line = (rest: string) => `\r\u001B[K  build … ${rest}`;
    expect(await written(true)).toBe(
      `  build … ${line(`[${'#'.repeat(6)}${'.'.repeat(18)}] N s`)}${line(`[${'#'.repeat(12)}${'.'.repeat(12)}] N s`)}${line('N s\n')}`,
    );
  });

  it('in a file - is one plain line', async () => {
    expect(await written(false)).toBe('  build … N s\n');
  });

  it('that fails - says so', async () => {
    expect(await written(false, true)).toBe('  build … failed\n');
  });
});
