import path from 'node:path';
import all from '../../jest.config.js';
import { REVIEW_MUTANTS } from '../../services/tests/review-mutants.mjs';
import { BREAKS } from '../../services/tests/security/breaks.mjs';

// A project of jest.config.js on code with one fault: FLINT_BREAK is its index in the table of earlier faults, then of mutants.
const root = path.resolve(import.meta.dirname, '../..');
const { edits = [], tests = 'services/tests/security/two-worlds.test.ts' } =
  [...BREAKS, ...REVIEW_MUTANTS][Number(process.env.FLINT_BREAK ?? -1)] ?? {};
const project = tests.endsWith('.tsx') ? 'dom' : 'node';
const { displayName: _, ...config } = all.projects.find(({ displayName }) => displayName === project);

export default {
  ...config,
  rootDir: root,
  testTimeout: all.testTimeout,
  testMatch: [`<rootDir>/${tests}`],
  transform: Object.fromEntries(
    Object.entries(config.transform).map(([files, [, options]]) => [
      files,
      [path.join(import.meta.dirname, 'break-transform.cjs'), { ...options, edits, root }],
    ]),
  ),
};
