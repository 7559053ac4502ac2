/** Makes a development build of mfe-onboarding in a folder, with the code for development only. */
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildId } from '@flint/scripts/build/inputs';
import { sealManifest } from '@flint/remote-build/build/seal';
import { REPOSITORY } from '@flint/scripts/compose/remotes';

const dist = process.argv[2]!;
const workspace = join(REPOSITORY, 'mfe-onboarding');
const id = buildId(workspace);
const stamp = join(dist, '.build-id');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== id) {
  const [{ default: webpack }, shared] = await Promise.all([
    import('webpack'),
    import('../webpack.shared.js'),
  ]);
  const config = shared.remote(workspace);
  Object.assign(config, { devtool: false });
  Object.assign(config.output!, { path: dist });
  Object.assign(config.optimization!, { nodeEnv: 'development', minimize: false });
  const compiler = webpack(config)!;
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
      else resolve();
    });
  });
  await new Promise((resolve) => compiler.close(resolve));
  await sealManifest(dist, id);
  await writeFile(stamp, id);
}
