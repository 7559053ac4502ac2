import { connectMongo, createApp, createHttpServer, createVerifier, type Deps } from '@flint/services';
import { listening } from '@flint/testing/listening';

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
  const { url, close } = await listening(createHttpServer(app.listener));
  return {
    url,
    deps: own,
    verifier,
    async [Symbol.asyncDispose]() {
      await app.close();
      await close();
      await db.close();
    },
  };
}
