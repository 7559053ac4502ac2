/** The programs of an image: `node dist/server/<name>.mjs`. */
export const ENTRIES = {
  api: 'scripts/serve/api.ts',
  web: 'scripts/serve/web.ts',
  desk: 'scripts/serve/desk.ts',
  operate: 'scripts/operate/main.ts',
  doctor: 'scripts/doctor/main.ts',
  safety: 'services/src/safety-cli.ts',
  'data-keys': 'services/src/data-keys-cli.ts',
  // worker threads, found beside their starter
  worker: 'services/src/matching/round/worker.ts',
  'server-worker': 'packages/embedded-mongo/src/server-worker.ts',
} as const;
