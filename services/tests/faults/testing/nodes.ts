import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** Versions of Node beside this one: `22,24` in `npm run test:faults`. */
const VERSIONS = (process.env.FLINT_NODES ?? '').split(',').filter((version) => version !== '');

/** The programs of several Node versions by name, this one first; the others come from npm, into a folder. */
export async function nodePrograms(folder: string): Promise<[name: string, program: string][]> {
  const found: [string, string][] = [[`node ${process.versions.node}`, process.execPath]];
  for (const version of VERSIONS) {
    const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
    const at = path.join(folder, version);
    const args = ['install', '--prefix', at, '--no-save', '--ignore-scripts', `${name}@${version}`];
    await promisify(execFile)('npm', args);
    const program = process.platform === 'win32' ? 'node.exe' : 'node';
    found.push([`node ${version}`, path.join(at, 'node_modules', name, 'bin', program)]);
  }
  return found;
}
