import type { TestServer } from '@flint/testing';
import { show } from './uploads';

/** Everything about a refusal that somebody outside can tell apart, and what it asked of the database. */
export async function askRefusal(server: TestServer, address: string) {
  const commands: string[] = [];
  const client = server.deps.db.getClient();
  const note = ({ commandName, command }: { commandName: string; command: Record<string, unknown> }) => {
    const on = String(command[commandName]);
    if (commandName === 'find' && !on.startsWith('auth_')) commands.push(on);
  };
  client.on('commandStarted', note);
  const { status, headers, bytes } = await show(server, address);
  client.off('commandStarted', note);
  const { requestId: _, ...body } = JSON.parse(bytes.toString());
  const names = [...headers.keys()].filter((name) => !name.includes('ratelimit')).toSorted();
  return { status, body, names, commands: commands.toSorted() };
}
