import path from 'node:path';
import all from '../../jest.config.js';

// The node project of jest.config.js with only the fast tests of the mutated modules.
const { displayName: _, ...node } = all.projects[0];

export default {
  ...node,
  rootDir: path.resolve(import.meta.dirname, '../..'),
  testTimeout: all.testTimeout,
  // Stryker loads it from outside, where <rootDir> is not replaced
  testEnvironment: path.join(import.meta.dirname, 'node-environment.cjs'),
  // Stryker runs in copies below .cache; an aborted run leaves them
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/\\.cache/'],
  testMatch: [
    '<rootDir>/packages/contracts/src/week/*.test.ts',
    '<rootDir>/packages/contracts/src/questions/{completeness,age}.test.ts',
    '<rootDir>/services/src/matching/{order,explain}.test.ts',
    '<rootDir>/services/src/matching/{plans,rules}/*.test.ts',
    '<rootDir>/services/src/matching/round/{assign,make-list,make-round,score-rows,snapshot,standing}.test.ts',
    '<rootDir>/services/src/resources/offers/{thread,offers.policy,times}.test.ts',
    '<rootDir>/services/src/resources/sign-in/{code-limits,codes,device,limits,refresh-token}.test.ts',
  ],
};
