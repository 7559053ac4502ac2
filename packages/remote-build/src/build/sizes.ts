import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface WorkspaceSize {
  readonly workspace: string;
  readonly scripts: number;
  readonly styles: number;
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1).padStart(8);

/** The bytes of a workspace's scripts and styles, gzip level 9, without source maps. */
export function measureWorkspace(workspace: string, dist: string): WorkspaceSize {
  const sum = (pattern: RegExp) =>
    readdirSync(dist)
      .filter((name) => pattern.test(name))
      .reduce((total, name) => total + gzipSync(readFileSync(join(dist, name)), { level: 9 }).length, 0);
  return { workspace, scripts: sum(/\.m?js$/), styles: sum(/\.css$/) };
}

/** The sizes as a table, one line per workspace, in kB (1000 bytes) of gzip. */
export function sizeTable(sizes: readonly WorkspaceSize[]): string {
  const line = (name: string, scripts: string, styles: string) => `  ${name.padEnd(18)}${scripts}${styles}`;
  return [
    line('kB gzip', '  script', '   style'),
    ...sizes.map(({ workspace, scripts, styles }) => line(workspace, kilobytes(scripts), kilobytes(styles))),
  ].join('\n');
}
