// `npm run test:mutation`: changes one operator, number or branch at a time in the modules whose mistakes nobody would see on a
// screen, and expects a test to fail. Kept out of `npm test` because it runs the same tests a thousand times.
export default {
  mutate: [
    'packages/contracts/src/week/{grid,hours,slots,zone}.ts',
    'packages/contracts/src/questions/{completeness,age,matchable}.ts',
    'services/src/matching/order.ts',
    'services/src/matching/rules/{activities,formulas,identity,may-meet,rank,score,terms}.ts',
    // the packed engine is held equal to the rules by random declarations and populations (decisions/019)
    'services/src/matching/round/{assign,chunks,gini,make-list,pairs,score-rows,snapshot,standing}.ts',
    'services/src/resources/offers/{thread,offers.policy,times}.ts',
    'services/src/resources/sign-in/{codes,device,limits,refresh-token}.ts',
  ],
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  jest: { projectType: 'custom', configFile: 'scripts/jest/mutation.config.mjs' },
  coverageAnalysis: 'perTest',
  // only what these tests read is copied for each worker
  ignorePatterns: [
    '**',
    '!packages/contracts/**',
    '!services/**',
    '!scripts/**',
    '!*.json',
    '!*.js',
    'node_modules',
    'dist',
    '.data',
  ],
  tempDirName: '.cache/stryker',
  incremental: false,
  concurrency: 2,
  timeoutMS: 8_000,
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false, allowEmojis: false },
  jsonReporter: { fileName: '.cache/mutation.json' },
  thresholds: { high: 95, low: 85, break: 85 },
  allowConsoleColors: false,
};
