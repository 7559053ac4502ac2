/** `npm run image [-- <folder>]`: writes the content of the container images (dist/image) and lists it. */
import path from 'node:path';
import { readArguments } from '@flint/remote-build/cli/arguments';
import { runCommand } from '@flint/remote-build/release/refused';
import { REPOSITORY } from '../compose/remotes';
import { writeImage } from './image';

runCommand(async () => {
  const [folder] = readArguments('npm run image -- [folder]', { most: 1 }).positionals;
  const to = path.resolve(REPOSITORY, folder ?? 'dist/image');
  const components = await writeImage(to);
  for (const { name, version, licence, bytes } of components.toSorted(
    (one, other) => other.bytes - one.bytes,
  ))
    process.stdout.write(`${(bytes / 1e6).toFixed(2).padStart(6)} MB  ${name} ${version}  ${licence}\n`);
  const total = components.reduce((sum, { bytes }) => sum + bytes, 0);
  process.stdout.write(`${components.length} packages, ${(total / 1e6).toFixed(1)} MB\n`);
});
