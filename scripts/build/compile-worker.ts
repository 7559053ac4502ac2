/** Bundles the service worker into `dist/sw.js`, without federation and without a hash in its name. */
export async function compileWorker(entry: string, dist: string): Promise<void> {
  const { default: webpack } = await import('webpack');
  const compiler = webpack({
    mode: 'production',
    devtool: false,
    target: ['webworker', 'es2022'],
    entry,
    output: { path: dist, filename: 'sw.js' },
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
  await new Promise<void>((resolve, reject) => {
    compiler?.run((error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')));
      else resolve();
    });
  });
  await new Promise<void>((resolve) => compiler?.close(() => resolve()));
}
