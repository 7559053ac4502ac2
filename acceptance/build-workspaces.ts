/** `build-workspaces.ts mfe-photos …`: builds only these workspaces, even if a package of others changed. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { browserWorkspaces, buildBrowser } from '@flint/scripts/build/build-browser';
import { buildId } from '@flint/scripts/build/inputs';

const only = process.argv.slice(2);
if (only.length > 0) await buildBrowser({ only });
for (const { name, dir } of browserWorkspaces()) {
  if (!only.includes(name)) await writeFile(join(dir, 'dist/.build-id'), buildId(dir));
}
