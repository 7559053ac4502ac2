import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { listening } from '@flint/testing/listening';
import { boundHalfOpen } from './half-open';

// only what the server waits for
beforeEach(
  () => void jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'queueMicrotask', 'setImmediate'] }),
);
afterEach(() => void jest.useRealTimers());

describe('connections that send no head', () => {
  it('more than the limit from one address - closes the oldest, and an honest request is answered', async () => {
    const server = createServer((_request, response) => response.end('ok'));
    boundHalfOpen(server, 20);
    const { port, close } = await listening(server);
    const open = async () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      socket.write('GET / HTTP/1.1\r\n');
      return { socket, closed: once(socket, 'close') };
    };
    const all: Awaited<ReturnType<typeof open>>[] = [];
    for (let at = 0; at < 15; at++) all.push(await open());
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('ok');
    jest.advanceTimersByTime(600);
    for (let at = 0; at < 25; at++) all.push(await open());
    const closed = () => all.filter(({ socket }) => socket.destroyed).length;
    const passed = async (ms: number, closes: number) => {
      jest.advanceTimersByTime(ms);
      await Promise.all(all.slice(0, closes).map((each) => each.closed));
      await new Promise(setImmediate);
      expect(closed()).toBe(closes);
    };
    // within a second none is closed, because an honest crowd arrives together
    await passed(399, 0);
    await passed(1, 15);
    await passed(999, 15);
    await passed(1, 20);
    await passed(5_000, 20);
    // the newest connection is still served
    const { socket } = all.at(-1)!;
    const answered = once(socket, 'data');
    socket.write('host: x\r\n\r\n');
    expect(String(await answered)).toContain('200 OK');
    for (const each of all) each.socket.destroy();
    await close();
  });
});
