import path from 'node:path';
import all from '../../jest.config.js';

// The workspaces whose rules decide who meets whom: tests cover at least 95 % of the branches of each.
const WORKSPACES = [
  'packages/contracts/src',
  'services/src/matching',
  'services/src/resources/offers',
  'services/src/resources/sign-in',
];
/** Tests in other workspaces that cover them. */
const BESIDE = [
  'services/src/resources/{matches,safety,shared-dates}/*',
  'services/src/resources/{account,account.erasure,api-docs,privacy}',
  'services/src/{safety-command,at-rest}',
  'packages/testing/src/openapi',
];
// repeating the race covers no more branches
process.env.FLINT_RACES ??= '25';
const rootDir = path.resolve(import.meta.dirname, '../..');
const { displayName: _, ...node } = all.projects[0];

export default {
  ...node,
  rootDir,
  testTimeout: all.testTimeout,
  maxWorkers: all.maxWorkers,
  reporters: ['default', '<rootDir>/scripts/jest/closing-line.cjs'],
  testMatch: [...WORKSPACES.map((workspace) => `${workspace}/**/*`), ...BESIDE].map(
    (tests) => `<rootDir>/${tests}.test.ts`,
  ),
  collectCoverage: true,
  coverageDirectory: '<rootDir>/coverage',
  coverageReporters: ['text', 'json'],
  collectCoverageFrom: WORKSPACES.flatMap((workspace) => [
    `${workspace}/**/*.ts`,
    `!${workspace}/**/*.test.ts`,
    `!${workspace}/**/testing/**`,
  ]),
  coverageThreshold: Object.fromEntries(WORKSPACES.map((workspace) => [`./${workspace}/`, { branches: 95 }])),
};
