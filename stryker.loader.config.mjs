import base from './stryker.config.mjs';

// The loader of remotes: its tests need a page, and Stryker runs one test environment at a time.
export default {
  ...base,
  mutate: ['shell/src/remotes/{registry,remote-store,federation,choose,check,download,warm}.ts'],
  jest: { projectType: 'custom', configFile: 'scripts/jest/mutation-loader.config.mjs' },
  ignorePatterns: [
    '**',
    '!packages/**',
    '!shell/**',
    '!scripts/**',
    '!*.json',
    '!*.js',
    'node_modules',
    'dist',
    '.data',
  ],
  // jsdom's windows stay in a worker's memory
  maxTestRunnerReuse: 60,
  tempDirName: '.cache/stryker-loader',
  jsonReporter: { fileName: '.cache/mutation-loader.json' },
};
