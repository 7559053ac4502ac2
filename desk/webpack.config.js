/** Builds the safety desk: one script, nothing shared or lazy. It needs published packages only. */
import { join } from 'node:path';
import { base, withoutSchemas } from '@flint/remote-build';
import Html from 'html-webpack-plugin';

const dir = import.meta.dirname;
const source = (file) => join(dir, 'src', file);

const config = base({ dir, root: dir, name: 'desk', publicPath: '/' });
config.entry = { main: source('main.tsx') };
config.plugins.push(
  withoutSchemas,
  new Html({ template: source('index.html'), scriptLoading: 'defer', favicon: source('icon.svg') }),
);
export default config;
