/** `npm run pack [-- folder]`: builds and archives the packages that other teams install (into `dist/packages`). */
import path from 'node:path';
import { readArguments } from '@flint/remote-build/cli/arguments';
import { ReleaseRefused, runCommand } from '@flint/remote-build/release/refused';
import { REPOSITORY } from '../compose/remotes';
import { packAll } from './pack';

runCommand(async () => {
  const [folder] = readArguments('npm run pack -- [folder]', { most: 1 }).positionals;
  const to = path.resolve(folder ?? path.join(REPOSITORY, 'dist/packages'));
  const packed = await packAll(to).catch((error: Error) => {
    throw new ReleaseRefused(error.message);
  });
  for (const { name, version, file } of packed)
    process.stdout.write(`${name} ${version}  ${path.relative(process.cwd(), file)}\n`);
});
