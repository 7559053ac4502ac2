import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '../flint/read';
import { ReleaseRefused } from '@flint/remote-build/release/refused';
import { REPOSITORY, remoteWorkspaces } from '../compose/remotes';
import { capitalised, copyTemplate } from 'create-flint-remote';
import { applyEdits, fillTemplate, type Edit } from './edits';

const SCREENS = 'packages/contracts/src/shipped-screens.ts';
const TEMPLATE = join(import.meta.dirname, 'templates/remote');

function editsFor(id: string, label: string, key: string): readonly Edit[] {
  return [
    {
      file: 'packages/remote-kit/src/screens.ts',
      pattern: /(SCREEN_IDS = \[[^\]]*?),?(\s*\] as const)/,
      replacement: `$1, '${id}'$2`,
    },
    {
      file: 'packages/remote-kit/src/screens.ts',
      pattern: /(REMOTE_IDS = \[[^\]]*?),?(\s*\] as const)/,
      replacement: `$1, '${id}'$2`,
    },
    {
      file: SCREENS,
      pattern: /(SHIPPED_SCREENS: [^=]*= \[[\s\S]*?)(\n\];)/,
      replacement: `$1\n  {\n    remote: '${id}',\n    id: '${id}',\n    key: '${key}',\n    route: '/${id}',\n    title: { en: '${label}', fr: '${label}' },\n    icon: 'star',\n    place: 100,\n  },$2`,
    },
  ];
}

/** A letter of the name that no other go-to shortcut uses, else any free letter. */
function freeKey(id: string): string {
  const screens = readFileSync(join(REPOSITORY, SCREENS), 'utf8');
  const taken = new Set([...screens.matchAll(/key: '(.)'/g)].map(([, letter]) => letter));
  const letter = [...id, ...'abcdefghijklmnopqrstuvwxyz'].find((each) => !taken.has(each));
  if (!letter) throw new ReleaseRefused('Every letter is a go-to shortcut already.');
  return letter;
}

/** Creates `mfe-<id>` from the template and adds its screen to remote-kit and the contracts; returns the written files. */
export function newRemote(id: string): readonly string[] {
  if (!/^[a-z]{2,20}$/.test(id))
    throw new ReleaseRefused('A remote has a short name of small letters: npx flint build remote chat');
  const workspaces = remoteWorkspaces();
  if (workspaces.some((workspace) => workspace.id === id || workspace.screens.includes(id)))
    throw new ReleaseRefused(`${id} exists already.`);
  const label = capitalised(id);
  const root = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const values: Record<string, string> = {
    __id__: id,
    __Label__: label,
    __port__: String(Math.max(...workspaces.map(({ port }) => port)) + 1),
    __react__: root.dependencies['react'] ?? '',
  };
  const edited = applyEdits(editsFor(id, label, freeKey(id)));
  const names = readdirSync(TEMPLATE, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.tmpl'));
  const made = names.map((name) =>
    fillTemplate(`remote/${name}`, `mfe-${id}/${name.replace(/\.tmpl$/, '')}`, values),
  );
  // screen, test and scenarios are those of create-flint-remote
  const dir = `mfe-${id}`;
  const own = copyTemplate('remote', join(REPOSITORY, dir), values).map((file) => `${dir}/${file}`);
  return [...made, ...own, ...edited];
}

const NEXT = (name: string) => [
  `mfe-${name} is there. Next:`,
  '  npm install            names it in the lock file',
  '  npm run format         puts the edited lists in shape',
  '  npx flint build contract   prints the contract, which has a screen more',
  `  npm run alone -w mfe-${name}   shows it without anything else`,
  `  npm start              shows it at /${name}`,
];

/** `npx flint build remote <name>`: creates another remote, type-correct and tested, as a start. */
export function main({ positionals: [name = ''] }: Call): Promise<void> {
  const files = newRemote(name).map((file) => `  ${file}`);
  process.stdout.write(`${[...files, ...NEXT(name)].join('\n')}\n`);
  return Promise.resolve();
}
