import type { TestServer } from '@flint/testing';
import { show } from './uploads';

async function askOnce(server: TestServer, address: string) {
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

/** Everything an outsider can observe about a refusal, and the database commands it used. */
export async function askRefusal(server: TestServer, address: string) {
  let asked = await askOnce(server, address);
  // the server's timed work may run beside a request: the one with the fewest commands has only its own
  for (let i = 0; i < 6; i++) {
    const again = await askOnce(server, address);
    if (again.commands.length < asked.commands.length) asked = again;
  }
  return asked;
}
