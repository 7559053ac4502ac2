import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROTECTED_PARTS } from '@flint/contracts/registry';
import type { Call } from '../flint/read';
import { ReleaseRefused } from '@flint/remote-build/release/refused';
import { REPOSITORY, remoteWorkspaces } from '../compose/remotes';
import { isReserved } from '../release/registry/entries';
import { labelOf, writeTemplate } from 'create-flint-remote';

const SCREENS = 'packages/contracts/src/shipped-screens.ts';
const IDS = 'packages/remote-kit/src/screens.ts';

/** Edits of existing files: pattern and replacement. */
const editsFor = (id: string, label: string, key: string): readonly (readonly [string, RegExp, string])[] => [
  [IDS, /(SCREEN_IDS = \[[^\]]*?),?(\s*\] as const)/, `$1, '${id}'$2`],
  [IDS, /(REMOTE_IDS = \[[^\]]*?),?(\s*\] as const)/, `$1, '${id}'$2`],
  [
    SCREENS,
    /(SHIPPED_SCREENS: [^=]*= \[[\s\S]*?)(\n\];)/,
    `$1\n  {\n    remote: '${id}',\n    id: '${id}',\n    key: '${key}',\n    route: '/${id}',\n    title: { en: '${label}', fr: '${label}' },\n    icon: 'star',\n    place: 100,\n  },$2`,
  ],
];

const read = (file: string) => readFileSync(join(REPOSITORY, file), 'utf8');

/** Makes every edit or none: throws with the file that does not match. Returns the edited files. */
function applyEdits(edits: ReturnType<typeof editsFor>): readonly string[] {
  const texts = new Map<string, string>();
  for (const [file, pattern, replacement] of edits) {
    const text = texts.get(file) ?? read(file);
    if (!pattern.test(text))
      throw new Error(`${file} no longer looks as this generator expects: ${pattern.source}`);
    texts.set(file, text.replace(pattern, replacement));
  }
  for (const [file, text] of texts) writeFileSync(join(REPOSITORY, file), text);
  return [...texts.keys()];
}

/** A letter of the name that no other go-to shortcut uses, else any free letter. */
function freeKey(id: string): string {
  const taken = new Set([...read(SCREENS).matchAll(/key: '(.)'/g)].map(([, letter]) => letter));
  const letter = [...id, ...'abcdefghijklmnopqrstuvwxyz'].find((each) => !taken.has(each));
  if (!letter) throw new ReleaseRefused('Every letter is a go-to shortcut already.');
  return letter;
}

/** Creates `mfe-<id>` from the template and adds its screen to remote-kit and the contracts; returns the written files. */
function newRemote(id: string): readonly string[] {
  if (!/^[a-z]{2,20}$/.test(id))
    throw new ReleaseRefused('A remote has a short name of small letters: npx flint build remote chat');
  const workspaces = remoteWorkspaces();
  if (workspaces.some((workspace) => workspace.id === id || workspace.screens.includes(id)))
    throw new ReleaseRefused(`${id} exists already.`);
  if (isReserved(id) || PROTECTED_PARTS.has(id))
    throw new ReleaseRefused(`${id} is a name of Flint itself: choose another one.`);
  const label = labelOf(id);
  const port = String(Math.max(...workspaces.map((each) => each.port)) + 1);
  const edited = applyEdits(editsFor(id, label, freeKey(id)));
  const dir = `mfe-${id}`;
  const values = { __id__: id, __Label__: label, __port__: port };
  const made = writeTemplate('repository', join(REPOSITORY, dir), values);
  return [...made.map((file) => `${dir}/${file}`), ...edited];
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
