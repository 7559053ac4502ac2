import { EventEmitter, once } from 'node:events';
import { request, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { listening } from '@flint/testing/listening';
import { createGracefulServer } from './graceful-server';

// only what the server waits for
beforeEach(
  () => void jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'queueMicrotask', 'setImmediate'] }),
);
afterEach(() => void jest.useRealTimers());

async function start(listener: RequestListener) {
  const graceful = createGracefulServer(listener);
  return { ...graceful, ...(await listening(graceful.server)) };
}

describe('a graceful server', () => {
  it('stopped during a response - finishes it, reports not ready, and accepts no more connections', async () => {
    const arrived = new EventEmitter();
    const { url, stop } = await start((incoming, response) => {
      if (incoming.url === '/slow') arrived.emit('slow', response);
      else response.end('ok');
    });
    const waiting = once(arrived, 'slow') as Promise<[ServerResponse]>;
    const slow = fetch(`${url}/slow`);
    const [response] = await waiting;
    const stopped = stop({ announceMs: 200 });
    jest.advanceTimersByTime(199);
    expect((await fetch(`${url}/health/ready`)).status).toBe(503);
    expect((await fetch(url)).headers.get('connection')).toBe('close');
    jest.advanceTimersByTime(1);
    await new Promise(setImmediate);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    response.end('done');
    expect(await (await slow).text()).toBe('done');
    await stopped;
  });

  it('stopped while an event stream is open - ends it at once, and with the last chunk', async () => {
    const { url, stop } = await start((_request, response) => {
      response.setHeader('content-type', 'text/event-stream');
      response.write('data: {}\n\n');
    });
    const reader = (await fetch(url)).body!.getReader();
    await reader.read();
    await stop();
    // an aborted stream would log an error in every student's console
    expect(await reader.read()).toEqual({ done: true, value: undefined });
  });

  it('stopped while its route is about to write to a stream - ends it as well', async () => {
    let stream: ServerResponse | undefined;
    const { url, stop } = await start((_request, response) => {
      stream = response.setHeader('content-type', 'text/event-stream');
      response.write('data: {}\n\n');
    });
    const reader = (await fetch(url)).body!.getReader();
    await reader.read();
    const stopped = stop();
    stream?.write(': late\n\n');
    await stopped;
    expect(await reader.read()).toEqual({ done: true, value: undefined });
  });

  it('stopped while a client reads nothing of its event stream - cuts it after the grace period', async () => {
    const { port, stop } = await start((_request, response) => {
      response.setHeader('content-type', 'text/event-stream');
      response.write('x'.repeat(20_000_000));
    });
    const asked = request({ port, host: '127.0.0.1' }).end();
    const cut = once(asked, 'close');
    asked.on('error', () => undefined);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.on('error', () => undefined).pause();
    const stopped = stop();
    jest.advanceTimersByTime(8_000);
    await stopped;
    answer.resume();
    await cut;
    expect(answer.complete).toBe(false);
  });

  it('a response that never comes - is cut after the grace period', async () => {
    const arrived = new EventEmitter();
    const { url, stop } = await start(() => void arrived.emit('request'));
    const waiting = once(arrived, 'request');
    const failed = expect(fetch(url)).rejects.toThrow('fetch failed');
    await waiting;
    let isStopped = false;
    const stopped = stop().then(() => (isStopped = true));
    jest.advanceTimersByTime(7_999);
    await new Promise(setImmediate);
    expect(isStopped).toBe(false);
    jest.advanceTimersByTime(1);
    await stopped;
    await failed;
  });

  it('a refused body that keeps arriving - is cut two seconds after the response', async () => {
    let refused!: IncomingMessage;
    const { port, stop } = await start((incoming, response) => {
      refused = incoming;
      response.writeHead(413).end();
    });
    const sending = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': 1e6 } });
    const cut = once(sending, 'close');
    sending.on('error', () => undefined);
    sending.write('x');
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    answer.resume();
    jest.advanceTimersByTime(1_999);
    expect(refused.destroyed).toBe(false);
    jest.advanceTimersByTime(1);
    await cut;
    await stop();
  });

  it('200 clients that send their head byte by byte - delay no other client', async () => {
    const { port, url, stop, server } = await start((_request, response) => void response.end('ok'));
    const slow = Array.from({ length: 200 }, () => {
      const socket = connect(port, '127.0.0.1', () => void socket.write('GET / HTTP/1.1\r\nX-A: '));
      return socket.on('error', () => undefined);
    });
    await Promise.all(slow.map((socket) => once(socket, 'connect')));
    expect(await (await fetch(url)).text()).toBe('ok');
    expect([server.headersTimeout, server.requestTimeout, server.timeout]).toEqual([10_000, 60_000, 45_000]);
    for (const socket of slow) socket.destroy();
    await stop();
  });
});
