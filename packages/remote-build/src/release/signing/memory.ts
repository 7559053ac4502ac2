import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Memory } from './trust';

/** The last trusted pointers, in a local file. If it cannot be written, that is logged: a restart forgets them, and only the expiry protects. */
export function fileMemory(file: string): Memory {
  let isLogged = false;
  return {
    read: () =>
      readFile(file, 'utf8')
        .then((text) => JSON.parse(text) as Record<string, string>)
        .catch(() => ({})),
    async write(signed) {
      const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
      try {
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        await writeFile(draft, JSON.stringify(signed), { mode: 0o600, flush: true });
        await rename(draft, file);
      } catch (error) {
        if (!isLogged)
          process.stderr.write(
            `[flint] ${file} cannot be written (${(error as Error).message}): after a restart an older pointer would pass\n`,
          );
        isLogged = true;
      }
    },
  };
}
