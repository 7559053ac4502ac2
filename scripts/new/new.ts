/** `npm run new remote chat`: a sixth remote, from the template to a visible screen. */
import { newRemote } from './new-remote';

function main([kind, id = '']: readonly string[]): void {
  if (kind !== 'remote') throw new Error('npm run new remote <name>');
  for (const file of newRemote(id)) process.stdout.write(`  ${file}\n`);
  process.stdout.write(
    [
      `mfe-${id} is there. Next:`,
      '  npm install            names it in the lock file',
      '  npm run format         puts the edited lists in shape',
      '  npm run contract       prints the contract, which has a screen more',
      `  npm run alone -w mfe-${id}   shows it without anything else`,
      `  npm start              shows it at /${id}`,
      '',
    ].join('\n'),
  );
}

try {
  main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
