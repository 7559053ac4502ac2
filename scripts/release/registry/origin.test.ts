import { createServer } from 'node:http';
import { listening } from '@flint/testing/listening';
import { originStore } from './origin';

describe('a read of an origin', () => {
  it('that redirects into our network - is not followed', async () => {
    const asked = jest.fn();
    const target = await listening(createServer(asked));
    const outer = await listening(
      createServer((_request, response) => response.writeHead(302, { location: target.url }).end()),
    );
    await expect(originStore(outer.url, false).read('remotes.json')).rejects.toThrow(
      `cannot be reached at ${outer.url} (it answered 302)`,
    );
    expect(asked).not.toHaveBeenCalled();
    await Promise.all([target.close(), outer.close()]);
  });

  it('at a local address - in production - requests nothing', async () => {
    const asked = jest.fn();
    const { url, close } = await listening(createServer(asked));
    await expect(originStore(url, true).read('remotes.json')).rejects.toThrow('has an origin without https');
    expect(asked).not.toHaveBeenCalled();
    await close();
  });
});
