import { createServer } from 'node:net';
import { listening } from '@flint/testing/listening';
import { startTlsDoor } from '@flint/testing/tls-door';
import { certificateOf } from './certificate';

const DAY_MS = 86_400_000;
const secondOf = (date: Date) => Math.floor(date.getTime() / 1_000);

describe('the certificate of an address', () => {
  it.each([
    ['one of two months', 60],
    ['one that has ended', -1],
  ])('%s - is said with its end', async (_, days) => {
    const endsAt = new Date(Date.now() + days * DAY_MS);
    const door = await startTlsDoor(9, endsAt);
    const found = await certificateOf(door.url);
    await door.close();
    expect(secondOf(found.endsAt)).toBe(secondOf(endsAt));
    // it is signed by itself
    expect(found.fault).not.toBeNull();
  });

  it('a server that says nothing, and none at all - reject within seconds', async () => {
    const silent = await listening(
      createServer((socket) => void socket.on('error', () => undefined).resume()),
    );
    await expect(certificateOf(`https://127.0.0.1:${silent.port}`)).rejects.toThrow('no answer');
    await silent.close();
    await expect(certificateOf(`https://127.0.0.1:${silent.port}`)).rejects.toThrow('ECONNREFUSED');
  });
});
