/** Builds the gallery into `.cache/ui-gallery`: one page that opens from the disk, without a server. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import MiniCss from 'mini-css-extract-plugin';
import webpack from 'webpack';

const HERE = import.meta.dirname;
const OUT = path.resolve(HERE, '../../../.cache/ui-gallery');

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Flint components</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="gallery.css">
<body><div id="root"></div><script src="gallery.js"></script></body>
</html>
`;

const compiler = webpack({
  mode: 'production',
  devtool: false,
  entry: path.join(HERE, 'main.tsx'),
  output: { path: OUT, filename: 'gallery.js' },
  target: ['web', 'es2022'],
  resolve: { extensions: ['.ts', '.tsx', '.js'] },
  module: {
    rules: [
      {
        test: /\.[jt]sx?$/,
        exclude: /node_modules/,
        loader: 'swc-loader',
        options: {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            target: 'es2022',
            transform: { react: { runtime: 'automatic' } },
          },
        },
      },
      { test: /\.css$/, use: [MiniCss.loader, 'css-loader'] },
    ],
  },
  plugins: [new MiniCss({ filename: 'gallery.css' })],
  performance: false,
});

await mkdir(OUT, { recursive: true });
await new Promise<void>((resolve, reject) => {
  compiler?.run((error, stats) => {
    if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
    else resolve();
  });
});
const file = path.join(OUT, 'index.html');
await writeFile(file, PAGE);
process.stdout.write(`${file}\n`);
