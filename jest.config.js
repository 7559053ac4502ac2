import { availableParallelism } from 'node:os';

/** Four projects: node (pure and HTTP), dom (components in jsdom), browser (the composed shell in Chromium), acceptance (every statement, from outside). */
const esmOnly = [
  'jose',
  'lru-cache',
  'temporal-polyfill',
  'temporal-spec',
  'temporal-utils',
  'ical\\.js',
  '@sparticuz/chromium',
  'nanoid',
  'jsbi',
  'workbox-core',
  'workbox-strategies',
  // loads http by a dynamic import, which Jest cannot do
  '@opentelemetry/otlp-exporter-base',
];

const transform = {
  '^.+\\.[cm]?[jt]sx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        target: 'es2022',
        transform: { react: { runtime: 'automatic' } },
      },
      module: { type: 'commonjs' },
    },
  ],
};

const common = {
  globalSetup: '<rootDir>/scripts/jest/temporary-folder.cjs',
  globalTeardown: '<rootDir>/scripts/jest/remove-temporary-folder.cjs',
  transform,
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  moduleNameMapper: {
    '\\.css$': '<rootDir>/scripts/jest/empty.cjs',
    '^fast-check$': '<rootDir>/scripts/jest/fast-check.cjs',
  },
  modulePathIgnorePatterns: ['/dist/', '/\\.data/', '/\\.cache/'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '/dist/',
    // what builds, releases or runs whole installations takes minutes: `npm test` leaves it to CI
    ...(process.env.FLINT_SHORT === 'yes' ? ['\\.long\\.'] : []),
  ],
  setupFiles: ['<rootDir>/scripts/jest/both-errors.cjs'],
  setupFilesAfterEnv: ['<rootDir>/scripts/jest/quiet-console.cjs'],
  // before each test, also what a hook has replaced
  restoreMocks: true,
};

export default {
  // a test waits for work, not for the clock: on a busy machine one of 15 s took more than a minute
  testTimeout: 600_000,
  // tests of the API and the browser wait for a fifth of their time, so one more than there are cores; each may take 1 GB, and a browser
  maxWorkers: Math.min(availableParallelism() + 1, 5),
  // some test files leave memory behind in their worker
  workerIdleMemoryLimit: '1GB',
  reporters: [
    'default',
    '<rootDir>/scripts/jest/hardening-table.cjs',
    '<rootDir>/scripts/jest/slow-files.cjs',
    '<rootDir>/scripts/jest/closing-line.cjs',
  ],
  projects: [
    {
      ...common,
      displayName: 'node',
      testEnvironment: '<rootDir>/scripts/jest/node-environment.cjs',
      testMatch: ['<rootDir>/**/*.test.ts'],
      testPathIgnorePatterns: [
        ...common.testPathIgnorePatterns,
        '\\.browser\\.test\\.ts$',
        '\\.acceptance\\.test\\.ts$',
      ],
    },
    {
      ...common,
      displayName: 'dom',
      testEnvironment: '<rootDir>/scripts/jest/jsdom-with-fetch.cjs',
      testMatch: ['<rootDir>/**/*.test.tsx'],
      setupFilesAfterEnv: [...common.setupFilesAfterEnv, '<rootDir>/scripts/jest/dom-matchers.cjs'],
    },
    {
      ...common,
      displayName: 'browser',
      testEnvironment: '<rootDir>/scripts/jest/node-environment.cjs',
      testMatch: ['<rootDir>/**/*.browser.test.ts'],
    },
    {
      ...common,
      displayName: 'acceptance',
      testEnvironment: '<rootDir>/scripts/jest/node-environment.cjs',
      testMatch: ['<rootDir>/acceptance/*.acceptance.test.ts'],
    },
  ],
};
