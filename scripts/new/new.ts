/** `npm run new remote|resource|question <name>`: one more of them, type-correct and tested, to be changed into what is meant. */
import { newQuestion } from './new-question';
import { newRemote } from './new-remote';
import { newResource } from './new-resource';

const KINDS: Readonly<
  Record<
    string,
    {
      readonly make: (name: string, extra?: string) => readonly string[];
      readonly next: (name: string) => readonly string[];
    }
  >
> = {
  remote: {
    make: (name) => newRemote(name),
    next: (name) => [
      `mfe-${name} is there. Next:`,
      '  npm install            names it in the lock file',
      '  npm run format         puts the edited lists in shape',
      '  npm run contract       prints the contract, which has a screen more',
      `  npm run alone -w mfe-${name}   shows it without anything else`,
      `  npm start              shows it at /${name}`,
    ],
  },
  resource: {
    make: (name) => newResource(name),
    next: (name) => [
      `/${name} is there, with useRead and useSave hooks. Next:`,
      '  npm run format         puts the edited lists in shape',
      '  npm run contract       prints the contract, which has a route more',
      `  npx jest ${name}       runs its tests, both ends`,
      `  change text in packages/contracts/src/routes/${name}.ts into what it holds: the types lead to the rest`,
    ],
  },
  question: {
    make: newQuestion,
    next: (id) => [
      `${id} is asked at the end of its section. Next:`,
      '  npm run format         puts the edited lists in shape',
      '  npx jest packages/contracts/src/questions   runs the tests of every question',
      '  write its title and options, and their French in packages/contracts/src/texts: ids and values never change once students have answered',
    ],
  },
};

function main([kind = '', name = '', extra]: readonly string[]): void {
  const chosen = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!chosen) throw new Error('npm run new remote <name> | resource <name> | question <id> [section]');
  for (const file of chosen.make(name, extra)) process.stdout.write(`  ${file}\n`);
  process.stdout.write(`${chosen.next(name).join('\n')}\n`);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
