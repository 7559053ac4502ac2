import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listening } from '@flint/testing/listening';
import { boundHalfOpen } from './half-open';

describe('connections that send no head', () => {
  it('more than the limit from one address - closes the oldest, and an honest request is answered', async () => {
    const server = createServer((_request, response) => response.end('ok'));
    boundHalfOpen(server, 20);
    const { port, close } = await listening(server);
    const open: Socket[] = [];
    for (let at = 0; at < 60; at++) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('connect', resolve));
      socket.write('GET / HTTP/1.1\r\n');
      open.push(socket);
    }
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('ok');
    const countLeft = () =>
      new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
    // young connections are kept, because an honest crowd arrives together
    expect(await countLeft()).toBeGreaterThanOrEqual(60);
    while ((await countLeft()) > 22) await new Promise((resolve) => setTimeout(resolve, 50));
    // the newest connection is still served
    const answered = new Promise((resolve) => open.at(-1)!.once('data', (data) => resolve(data.toString())));
    open.at(-1)!.write('host: x\r\n\r\n');
    expect(await answered).toContain('200 OK');
    for (const socket of open) socket.destroy();
    await close();
  });
});
