import type { ReleaseCount } from '@flint/services';
import { tallyOf } from './judge';
import type { Pointers } from '@flint/remote-build/release/pointers';

/** Formats a time for operators: local date and minute. */
const moment = (iso: string) =>
  new Date(iso).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

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

/** The table of live releases, canaries and roll-back targets. */
export function releasesTable(
  { remotes, shell }: Pointers,
  stored: ReadonlyMap<string, number>,
  ids: readonly string[],
  reported: readonly ReleaseCount[] | null = null,
): string {
  const failuresOf = (id: string, release: string | undefined) => {
    const own = (reported ?? []).filter(({ remote }) => remote === id);
    const { tried, failed } = tallyOf(own, release);
    return tried === 0 ? '-' : `${failed} of ${tried}`;
  };
  const rows = ids.map((id) => {
    const pointers = remotes[id];
    if (!pointers) return [id, 'as shipped', ...Array<string>(8).fill('')];
    const { live, canary, before } = pointers;
    return [
      id,
      live?.release ?? 'as shipped',
      live ? moment(live.since) : '',
      live?.author || '-',
      `${live?.commit?.slice(0, 9) || '-'}${live?.untried ? ' (untried)' : ''}`,
      failuresOf(id, live?.release),
      canary ? `${canary.release} for ${canary.percent} % since ${moment(canary.since)}` : '-',
      failuresOf(id, canary?.release),
      before.at(-1)?.release ?? (live ? 'shipped' : '-'),
      String(stored.get(id) ?? 0),
    ];
  });
  const head = [
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
  ];
  const foot = shell
    ? `shell in service: contract ${shell.contract} (takes ${shell.contract - 1} and ${shell.contract}) since ${moment(shell.since)}`
    : 'no shell has served from here yet';
  return `${table([head, ...rows])}\n${foot}`;
}
