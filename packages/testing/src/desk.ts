import { buildBrowser } from '@flint/scripts/build/build-browser';
import { startDesk } from '@flint/scripts/serve/desk-server';
import { startTestServer, type TestServer } from './server';
import { until } from './until';

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
      let code: string | undefined;
      await until(
        async () => {
          const answer = await fetch(`${server.url}/outbox.json?to=${email}`);
          const { items } = (await answer.json()) as { items: { subject: string }[] };
          code = items.map(({ subject }) => /\d{6}/.exec(subject)?.[0]).find(Boolean);
          return code !== undefined;
        },
        () => `no code mailed to ${email}`,
      );
      return code!;
    },
    async [Symbol.asyncDispose]() {
      await desk.close();
      await server[Symbol.asyncDispose]();
    },
  };
}
