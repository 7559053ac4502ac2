import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as zod from 'zod/mini';
import * as shapeOnly from './shape-only';

const files = [
  'wire.ts',
  ...['routes', 'desk'].flatMap((folder) =>
    readdirSync(path.join(__dirname, folder)).map((name) => `${folder}/${name}`),
  ),
].filter((name) => !name.includes('.test.'));

describe('the replacement of zod in the browser', () => {
  it.each(files)('%s - each function of zod that it calls - has a replacement', (file) => {
    const source = readFileSync(path.join(__dirname, file), 'utf8');
    const called = [...source.matchAll(/\bz\s*\.(\w+)/g)].map(([, name = '']) => name);
    const missing = called.filter((name) => name in zod && !(name in shapeOnly) && /^[a-z_]/.test(name));
    expect(missing.filter((name) => name !== 'output')).toEqual([]);
  });
});
