import type { AddressInfo } from 'node:net';
import {
  connectPatiently,
  createApp,
  createLog,
  createTokenVerifier,
  readEnv,
  startingUntil,
  systemClock,
  type FlintApp,
} from '@flint/services';
import { createGracefulServer } from '@flint/services/graceful-server';
import { createLocalJWKSet, type JSONWebKeySet } from 'jose';

// One API process, to be killed and replaced. It listens at once; the database may start later.
const {
  FLINT_TEST_JWKS = '{"keys":[]}',
  FLINT_TEST_PORT = '0',
  FLINT_TEST_SECRET = '',
  FLINT_TEST_PATIENCE,
  FLINT_TEST_ANNOUNCE = '1000',
  FLINT_TEST_LEASE,
} = process.env;
const env = readEnv({ ...process.env, NODE_ENV: 'test' });
const log = createLog('warn');
const { connection, connected } = connectPatiently(env.MONGODB_URI!);
const verifier = createTokenVerifier({
  issuer: 'http://127.0.0.1/auth/v1',
  keys: createLocalJWKSet(JSON.parse(FLINT_TEST_JWKS) as JSONWebKeySet),
  algorithms: ['ES256'],
});
const deps = {
  env,
  db: connection,
  clock: systemClock,
  log,
  secret: Buffer.from(FLINT_TEST_SECRET, 'hex'),
  dataDir: env.DATA_DIR,
};
let app: FlintApp | undefined;
const { server, stop } = createGracefulServer(startingUntil(() => app?.listener));
server.listen(Number(FLINT_TEST_PORT), '127.0.0.1', () =>
  process.stdout.write(`listening ${(server.address() as AddressInfo).port}\n`),
);
process.on('SIGTERM', () => {
  void stop({ announceMs: Number(FLINT_TEST_ANNOUNCE) }).then(async () => {
    await app?.close();
    process.exit(0);
  });
});
await connected;
app = await createApp(deps, verifier, {
  abandonedMs: 500,
  ...(FLINT_TEST_PATIENCE && { patienceMs: Number(FLINT_TEST_PATIENCE) }),
  ...(FLINT_TEST_LEASE && { leaseMs: Number(FLINT_TEST_LEASE), renewMs: 200 }),
  writesMax: 1_000_000,
});
process.stdout.write('serving\n');
