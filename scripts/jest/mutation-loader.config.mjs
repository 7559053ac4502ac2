import path from 'node:path';
import all from '../../jest.config.js';

// The dom project of jest.config.js with only the tests of the loader of remotes.
const { displayName: _, ...dom } = all.projects[1];

export default {
  ...dom,
  rootDir: path.resolve(import.meta.dirname, '../..'),
  testTimeout: all.testTimeout,
  testEnvironment: path.join(import.meta.dirname, 'jsdom-with-fetch.cjs'),
  // Stryker runs in copies below .cache; an aborted run leaves them
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/\\.cache/'],
  testMatch: ['<rootDir>/shell/src/remotes/*.test.tsx'],
};
