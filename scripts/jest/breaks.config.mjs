import path from 'node:path';
import all from '../../jest.config.js';
import { BREAKS } from '../../services/tests/security/breaks.mjs';

// The node project of jest.config.js on code with one earlier fault put back: FLINT_BREAK is its place in the table, none without.
const root = path.resolve(import.meta.dirname, '../..');
const { displayName: _, ...node } = all.projects[0];
const edits = BREAKS[Number(process.env.FLINT_BREAK ?? -1)]?.edits ?? [];

export default {
  ...node,
  rootDir: root,
  testMatch: ['<rootDir>/services/tests/security/inference.test.ts'],
  transform: Object.fromEntries(
    Object.entries(node.transform).map(([files, [, options]]) => [
      files,
      [path.join(import.meta.dirname, 'break-transform.cjs'), { ...options, edits, root }],
    ]),
  ),
};
