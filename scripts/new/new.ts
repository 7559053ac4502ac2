/** `npm run new remote <name>`: creates another remote, type-correct and tested, as a start. */
import { readArguments } from '@flint/remote-build/cli/arguments';
import { newRemote } from './new-remote';

const NEXT = (name: string) => [
  `mfe-${name} is there. Next:`,
  '  npm install            names it in the lock file',
  '  npm run format         puts the edited lists in shape',
  '  npm run contract       prints the contract, which has a screen more',
  `  npm run alone -w mfe-${name}   shows it without anything else`,
  `  npm start              shows it at /${name}`,
];

try {
  const [kind, name = ''] = readArguments('npm run new remote <name>', { most: 2 }).positionals;
  if (kind !== 'remote') throw new Error('npm run new remote <name>');
  const lines = [...newRemote(name).map((file) => `  ${file}`), ...NEXT(name)];
  process.stdout.write(`${lines.join('\n')}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
