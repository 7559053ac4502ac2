import { connectMongo, createApp, createHttpServer, createVerifier, type Deps } from '@flint/services';
import type { AddressInfo } from 'node:net';

/** Starts a second API in this process: its own connection, caches and port, and the same database. */
export async function startTwin(deps: Deps, changes: Partial<Deps['env']> = {}) {
  // a socket or a port
  const [{ socketPath, host, port } = {}] = deps.db.getClient().options.hosts;
  const at = socketPath ? encodeURIComponent(socketPath) : `${host}:${port}`;
  const db = await connectMongo(`mongodb://${at}/${deps.db.name}?directConnection=true`);
  const own: Deps = { ...deps, db, env: { ...deps.env, ...changes } };
  const verifier = createVerifier(own);
  // generous because of shared cores; only tests about time-outs set shorter ones
  const app = await createApp(own, verifier, { patienceMs: 20_000 });
  const server = createHttpServer(app.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    deps: own,
    verifier,
    async [Symbol.asyncDispose]() {
      await app.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await db.close();
    },
  };
}
