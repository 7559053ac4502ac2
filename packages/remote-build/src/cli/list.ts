import { endsOf, readPointers, type Pointers } from '../release/pointers';
import { listReleases } from '../release/publish';
import { say } from '../release/refused';
import type { FailuresOf, ReleaseHome } from './home';

/** Formats a time for people: local date and minute. */
const moment = (date: string | Date) =>
  new Date(date).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const HEAD = [
  'remote',
  'live',
  'since',
  'by',
  'commit',
  'failed',
  'canary',
  'failed',
  'roll-back to',
  'kept',
  'signed until',
] as const;

/** The table of live releases, canaries and roll-back targets; `kept`: the number of releases of each remote. */
export function releasesTable(
  pointers: Pointers,
  kept: ReadonlyMap<string, number>,
  { isShipped, failuresOf = () => '-' }: { readonly isShipped: boolean; readonly failuresOf?: FailuresOf },
): string {
  const { remotes, shell } = pointers;
  const ends = endsOf(pointers);
  const shipped = isShipped ? 'as shipped' : '-';
  const rows = [...kept].map(([id, number]) => {
    if (!remotes[id]) return [id, shipped, ...Array<string>(HEAD.length - 2).fill('')];
    const { live, canary, before } = remotes[id];
    return [
      id,
      live?.release ?? shipped,
      live ? moment(live.since) : '',
      live?.author || '-',
      `${live?.commit?.slice(0, 9) || '-'}${live?.untried ? ' (untried)' : ''}`,
      failuresOf(id, live?.release),
      canary ? `${canary.release} for ${canary.percent} % since ${moment(canary.since)}` : '-',
      failuresOf(id, canary?.release),
      before.at(-1)?.release ?? (live && isShipped ? 'shipped' : '-'),
      String(number),
      ends.get(id)?.toISOString().slice(0, 10) ?? '-',
    ];
  });
  const foot = shell
    ? `\nshell in service: contract ${shell.contract} (takes ${shell.contract - 1} and ${shell.contract}) since ${moment(shell.since)}`
    : '';
  return `${table([HEAD, ...rows])}${foot}`;
}

/** Prints the releases of all remotes, and each one that is kept of the remote in this folder. */
export async function showList({ store, remotes, here, isShipped, reports }: ReleaseHome): Promise<void> {
  const kept = await Promise.all(remotes.map(async ({ id }) => [id, await listReleases(store, id)] as const));
  const pointers = await readPointers(store);
  const { failuresOf, lines = [] } = (await reports?.(pointers)) ?? {};
  const counts = new Map(kept.map(([id, releases]) => [id, releases.length]));
  say(releasesTable(pointers, counts, { isShipped, ...(failuresOf && { failuresOf }) }));
  const { live, canary } = (here && pointers.remotes[here.id]) ?? {};
  for (const { release, at, isTest } of kept.find(([id]) => id === here?.id)?.[1] ?? []) {
    const state = release === live?.release ? 'live' : release === canary?.release ? 'canary' : '';
    say(`${release}  ${moment(at)}  ${isTest ? 'test' : state}`.trimEnd());
  }
  for (const line of lines) say(line);
}
