import { buildBrowser } from '@flint/scripts/build/build-browser';
import { startDesk } from '@flint/scripts/serve/desk-server';
import { startTestServer, type TestServer } from './server';

export interface RunningDesk extends AsyncDisposable {
  /** Address of the desk. */
  readonly url: string;
  /** The students' API beside it. */
  readonly server: TestServer;
  /** The latest code mailed to that address. */
  codeFor(email: string): Promise<string>;
}

/** The built desk on its own port, for operators given as `name=address, …`, beside the students' API. `await using` it. */
export async function startRunningDesk(operators: ReadonlyMap<string, string>): Promise<RunningDesk> {
  await buildBrowser({ only: ['desk'] });
  const server = await startTestServer();
  const desk = await startDesk({ deps: server.deps, settings: { operators, port: 0, origin: null } });
  return {
    url: desk.url,
    server,
    async codeFor(email) {
      for (let tries = 0; tries < 6_000; tries++) {
        const answer = await fetch(`${server.url}/outbox.json?to=${email}`);
        const { items } = (await answer.json()) as { items: { subject: string }[] };
        const code = items.map(({ subject }) => /\d{6}/.exec(subject)?.[0]).find(Boolean);
        if (code) return code;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error(`no code was mailed to ${email}`);
    },
    async [Symbol.asyncDispose]() {
      await desk.close();
      await server[Symbol.asyncDispose]();
    },
  };
}
