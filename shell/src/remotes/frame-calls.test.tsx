import { files } from './files';
import { isGranted } from './frame-host';
import { FOLDER, openHost, useFrames } from './testing/open-host';

useFrames();

const answers = ({ said }: ReturnType<typeof openHost>) => said.filter(({ type }) => type === 'answer');

describe('what a frame asks for', () => {
  it('a file - is its text by name; one that it does not have, or that does not load, is null', async () => {
    const bytes = new TextEncoder().encode('é{}');
    const load = jest.spyOn(files, 'load').mockResolvedValueOnce({ bytes, headers: new Headers() });
    load.mockRejectedValueOnce(new Error('down'));
    const host = openHost();
    ['a.css', 'remoteEntry.js', 'offers.js'].forEach((name, n) => host.say({ type: 'file', n, name }));
    await host.settle();
    expect(load.mock.calls).toEqual([[`${FOLDER}css/a.css`], [`${FOLDER}remoteEntry.js`]]);
    const got = answers(host).toSorted((a, b) => ('n' in a && 'n' in b ? a.n - b.n : 0));
    expect(got).toEqual(['é{}', null, null].map((value, n) => ({ type: 'answer', n, value })));
  });

  it('a call - is made if its route was granted, with its key and body, and refused without a call if not', async () => {
    const host = openHost();
    const asked = { type: 'call', n: 7, method: 'GET', path: '/profile?full=1' };
    host.say({ ...asked, n: 1 });
    host.say({ ...asked, n: 2, body: { a: 1 }, action: 'look', idempotencyKey: 'k' });
    await host.settle();
    expect(host.platform.data.call.mock.calls).toEqual([
      [{ method: 'GET', path: '/profile?full=1', action: 'load' }],
      [{ method: 'GET', path: '/profile?full=1', action: 'look', body: { a: 1 }, idempotencyKey: 'k' }],
    ]);
    expect(answers(host)).toEqual([1, 2].map((n) => ({ type: 'answer', n, value: { data: 'profile' } })));
    host.say({ ...asked, n: 3, method: 'PUT' });
    host.say({ ...asked, n: 4, path: '/offers', action: 'steal' });
    await host.settle();
    const message = "You don't have permission to perform this action.";
    const refused = { error: { status: 403, code: 'forbidden', message, problem: null } };
    expect(answers(host).slice(2)).toEqual([
      { type: 'answer', n: 3, value: refused },
      { type: 'answer', n: 4, value: refused },
    ]);
    expect(host.platform.data.call).toHaveBeenCalledTimes(2);
  });

  it('requests that were answered - make room for others', async () => {
    const host = openHost();
    for (let n = 0; n < 40; n += 1) {
      host.say({ type: 'call', n, method: 'GET', path: '/profile' });
      await host.settle();
    }
    expect(await host.cut()).toBe('');
    expect(answers(host)).toHaveLength(40);
  });
});

describe('a granted route', () => {
  const ROUTES = ['GET /offers/{id}', 'POST /offers'];
  it.each([
    ['GET', '/offers/a-1_B', true],
    ['GET', '/offers/a?x=/y', true],
    ['POST', '/offers', true],
    ['GET', '/offers', false],
    ['POST', '/offers/a', false],
    ['GET', '/offers/', false],
    ['GET', '/offers/a/b', false],
    ['GET', '/offers/..', false],
    ['GET', '/offers/a%2Fb', false],
    ['GET', '/photos/a', false],
    ['GET', '/offers/a b', false],
  ] as const)('%s %s - is covered: %s', (method, path, granted) => {
    expect(isGranted(ROUTES, { method, path })).toBe(granted);
    expect(isGranted([], { method, path })).toBe(false);
  });
});
