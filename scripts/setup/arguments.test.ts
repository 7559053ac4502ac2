import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram } from '@flint/testing/program';
import { REPOSITORY } from '../compose/remotes';

const { scripts } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The program behind `npm run <name>` of the root, with its own arguments. */
function programOf(name: string): string[] {
  const [, file = '', own = ''] =
    /(?:--import tsx|node) (\S+\.ts|scripts\/start\.mjs) ?(.*?)(?: \|\|.*)?$/.exec(scripts[name] ?? '') ?? [];
  return [file, ...own.split(' ').filter(Boolean)];
}

describe('a command with an unknown argument', () => {
  it.each([
    'start --port=80',
    'build mfe-nobody',
    'dev mfe-nobody',
    'doctor everything',
    'contract print',
    'image --push',
    'pack one two',
    'round --dryrun',
    'releases all',
    'registry add one.json two.json',
    'release-keys retire photos-team --days many',
    'simulate many',
    'lighthouse matches',
    'bench round many',
    'new remote clubs chess',
  ])('%s - does nothing, and prints its usage in a sentence', async (typed) => {
    const [name = '', ...args] = typed.split(' ');
    const program = startProgram([...programOf(name), ...args], { NODE_ENV: 'test' });
    expect(await program.exit).toBeGreaterThan(0);
    expect(program.output()).not.toMatch(/^ {4}at /m);
    const said = program.output().trim().split('\n');
    expect(said.length).toBeLessThanOrEqual(5);
    expect(said.join(' ')).toMatch(/Usage:|npm run|takes|There is no|number/);
  });
});
