import { readFileSync } from 'node:fs';
import path from 'node:path';
import all from '../../jest.config.js';

// The node and dom projects of jest.config.js on code with the edits of FLINT_EDITS, a file (`npm run test:fresh-mutations`).
const root = path.resolve(import.meta.dirname, '../..');
const edits = JSON.parse(readFileSync(process.env.FLINT_EDITS, 'utf8'));
const transform = path.join(import.meta.dirname, 'break-transform.cjs');

export default {
  rootDir: root,
  // a mutation whose tests wait for nothing must not take long
  testTimeout: 60_000,
  reporters: [path.join(import.meta.dirname, 'first-failure.cjs')],
  testSequencer: path.join(import.meta.dirname, 'in-order.cjs'),
  cacheDirectory: path.join(root, '.cache/fresh-mutations'),
  projects: all.projects
    .filter(({ displayName }) => ['node', 'dom'].includes(displayName))
    .map((project) => ({
      ...project,
      rootDir: root,
      transform: Object.fromEntries(
        Object.entries(project.transform).map(([files, [, options]]) => [
          files,
          [transform, { ...options, edits, root }],
        ]),
      ),
    })),
};
