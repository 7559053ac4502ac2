import type { TestServer } from '@flint/testing';
import { show } from './uploads';

/** Everything an outsider can observe about a refusal, and the database commands it used. */
export async function askRefusal(server: TestServer, address: string) {
  const { status, headers, bytes } = await show(server, address);
  const { requestId: _, ...body } = JSON.parse(bytes.toString());
  const names = [...headers.keys()].filter((name) => !name.includes('ratelimit')).toSorted();
  return { status, body, names, commands: server.latestCommands().toSorted() };
}
