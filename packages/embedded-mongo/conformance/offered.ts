import { FIELDS } from '../src/commands/known-fields';
import { INDEX_OPTIONS } from '../src/commands/index-spec';
import { commands } from '../src/commands/table';
import { TYPE_NAMES } from '../src/bson/type-name';
import { FILTERS } from '../src/query/compile';
import { UPDATES } from '../src/update/apply';
import { asked } from './offered/commands';
import { fields } from './offered/fields';
import { filters, types } from './offered/filters';
import { indexes } from './offered/indexes';
import { positions, updates } from './offered/updates';
import type { Tries } from './offered/try';

interface Kind {
  readonly what: string;
  /** What the code declares. */
  readonly offered: readonly string[];
  readonly tries: Tries;
}

/** Everything that the server offers, each with a use through the driver. */
export const kinds: readonly Kind[] = [
  { what: 'commands', offered: [...commands.keys()], tries: asked },
  { what: 'filters', offered: FILTERS, tries: filters },
  { what: 'types of `$type`', offered: [...TYPE_NAMES], tries: types },
  { what: 'updates', offered: Object.keys(UPDATES), tries: updates },
  { what: 'positions in updates', offered: ['$', '$[]', '$[name]'], tries: positions },
  { what: 'options of indexes', offered: INDEX_OPTIONS, tries: indexes },
  ...Object.entries(FIELDS)
    .filter(([, names]) => names.length > 0)
    .map(([what, offered]) => ({ what: `fields of \`${what}\``, offered, tries: fields[what] ?? {} })),
];

export const offeredTable = () =>
  [
    '<!-- offered -->',
    '',
    '| what | tried | |',
    '| --- | --- | --- |',
    ...kinds.map(({ what, offered, tries }) => {
      const names = [...offered].sort((one, other) => (one < other ? -1 : 1)).map((name) => `\`${name}\``);
      return `| ${what} | ${Object.keys(tries).length} | ${names.join(' ')} |`;
    }),
    '',
    '<!-- /offered -->',
  ].join('\n');
