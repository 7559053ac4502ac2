import path from 'node:path';
import all from '../../jest.config.js';

// The rooms whose rules decide who meets whom: at least 95 % of the branches of each run in their own tests.
const ROOMS = [
  'packages/contracts/src',
  'services/src/matching',
  'services/src/resources/offers',
  'services/src/resources/sign-in',
];
const rootDir = path.resolve(import.meta.dirname, '../..');
const { displayName: _, ...node } = all.projects[0];

export default {
  ...node,
  rootDir,
  testTimeout: all.testTimeout,
  reporters: ['default', '<rootDir>/scripts/jest/closing-line.cjs'],
  testMatch: ROOMS.map((room) => `<rootDir>/${room}/**/*.test.ts`),
  testPathIgnorePatterns: [...node.testPathIgnorePatterns, '\\.browser\\.test\\.ts$'],
  collectCoverage: true,
  coverageDirectory: '<rootDir>/coverage',
  coverageReporters: ['text', 'json'],
  collectCoverageFrom: ROOMS.flatMap((room) => [
    `${room}/**/*.ts`,
    `!${room}/**/*.test.ts`,
    `!${room}/**/testing/**`,
  ]),
  coverageThreshold: Object.fromEntries(ROOMS.map((room) => [`./${room}/`, { branches: 95 }])),
};
