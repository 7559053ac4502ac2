import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readEnv } from '@flint/services';
import { sha384 } from '@flint/remote-build/build/seal';
import { checkRemotes } from './remotes';

describe('npx flint operate doctor, of remotes', () => {
  it('a running Flint whose /remotes.json names missing files - is reported for each remote', async () => {
    const manifest = '{}';
    let remotes: object = {};
    const server = createServer((request, response) => {
      if (request.url === '/remotes.json') response.end(JSON.stringify(remotes));
      else if (request.url === '/good') response.end(manifest);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const env = readEnv({ PORT: String(port) });
    const told = async (served: object) => {
      remotes = served;
      return (await checkRemotes(env)).map(({ verdict, text }) => `${verdict}: ${text}`);
    };
    const integrity = sha384(Buffer.from(manifest));
    const good = { entry: '/good', integrity };
    expect(await told({})).toEqual([expect.stringContaining('names no remote')]);
    expect(await told({ offers: good })).toEqual(['ok: offers: served and intact']);
    const dead = { entry: 'http://127.0.0.1:9/x', integrity };
    const bad = {
      auth: { entry: '/gone', integrity },
      offers: good,
      photos: { entry: '/good', integrity: 'sha384-x' },
    };
    expect(await told({ ...bad, profile: dead })).toEqual([
      expect.stringMatching(/^problem: auth is not served at .*: status 404$/),
      expect.stringMatching(/^problem: photos at .* is not what .remotes.json names/),
      expect.stringMatching(/^problem: profile does not answer at /),
    ]);
    await new Promise((resolve) => server.close(resolve));
    expect(await checkRemotes(env)).toEqual([]);
  });
});
