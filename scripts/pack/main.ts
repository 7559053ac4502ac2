/** `npm run pack [-- folder]`: builds and archives the packages that other teams install (into `dist/packages`). */
import path from 'node:path';
import { REPOSITORY } from '../compose/remotes';
import { packAll } from './pack';

const to = path.resolve(process.argv[2] ?? path.join(REPOSITORY, 'dist/packages'));

try {
  for (const { name, version, file } of await packAll(to))
    process.stdout.write(`${name} ${version}  ${path.relative(process.cwd(), file)}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
