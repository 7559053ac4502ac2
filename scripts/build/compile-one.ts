import { finish } from '@flint/remote-build/build/finish';
import type { Configuration, Stats } from 'webpack';

/** Runs one build. Throws webpack's own text. */
export async function compileOne(config: Configuration, { isStrict = false } = {}): Promise<void> {
  const { default: webpack } = await import('webpack');
  const stats = await finish<Stats>(webpack(config)!);
  if (stats.hasErrors() || (isStrict && stats.hasWarnings()))
    throw new Error(stats.toString('errors-warnings'));
}

/** Bundles one script, such as the service worker, without federation and without a hash in its name. */
export const compileScript = (
  entry: string,
  {
    dist,
    file,
    target,
  }: { readonly dist: string; readonly file: string; readonly target: 'web' | 'webworker' },
): Promise<void> =>
  compileOne({
    mode: 'production',
    devtool: false,
    target: [target, 'es2022'],
    entry,
    output: { path: dist, filename: file },
    resolve: { extensions: ['.ts', '.js'] },
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: 'swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
        },
      ],
    },
    performance: false,
  });
