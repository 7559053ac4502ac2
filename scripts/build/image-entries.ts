/** What runs in an image, by the name it has there: `node dist/server/<name>.mjs`. */
export const ENTRIES = {
  api: 'scripts/serve/api.ts',
  web: 'scripts/serve/web.ts',
  desk: 'scripts/serve/desk.ts',
  operate: 'scripts/operate/main.ts',
  doctor: 'scripts/doctor/main.ts',
  safety: 'services/src/safety-cli.ts',
  'data-keys': 'services/src/data-keys-cli.ts',
  // threads, found beside whoever starts them
  worker: 'services/src/matching/round/worker.ts',
  'server-worker': 'packages/embedded-mongo/src/server-worker.ts',
} as const;
