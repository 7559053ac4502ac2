import { waitFor } from '@testing-library/react';
import { files } from '../remotes/files';
import { tellFrameError } from '../remotes/frame-errors';
import { watchErrors } from '../live/watch-errors';
import type { RemoteState } from '../remotes/remote-store';
import { remotes } from '../remotes/remote-store';
import { reportThrown } from './report-thrown';
import { readBlob } from './testing/read-blob';

jest.mock('../remotes/federation', () => ({ loadExposed: () => undefined }));

const AT = 'https://flint.campus.edu/';
const SHELL = `${AT}react.0123456789.js`;
const OFFERS = `${AT}remotes/offers/files/a.0123456789.js`;
const PHOTOS = `${AT}remotes/photos/files/b.0123456789.js`;

beforeAll(() => {
  files.add(AT, { 'react.0123456789.js': 'sha384-x' }, { remote: '', version: '' });
  // the file is also part of a canary, which was read later
  for (const version of ['7', '8'])
    files.add(`${AT}remotes/offers/files/`, { 'a.0123456789.js': 'sha384-y' }, { remote: 'offers', version });
  files.add(
    `${AT}remotes/photos/files/`,
    { 'b.0123456789.js': 'sha384-z' },
    { remote: 'photos', version: '3' },
  );
});
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));

const running = (version: string) =>
  ({ status: 'ready', request: 'a1b2c3d4', remote: { version } }) as RemoteState;
const STATES: Readonly<Record<string, RemoteState>> = { offers: running('7') };
const store = { stateOf: (id: string): RemoteState => STATES[id] ?? { status: 'idle' } };

function errorAt(...places: readonly string[]): Error {
  const error = new TypeError('ann@campus.edu');
  error.stack = [`TypeError: ${error.message}`, ...places.map((each) => `    at f (${each})`)].join('\n');
  return error;
}

/** What the server gets, in order of arrival. */
function listenToReports() {
  const sent: Record<string, object[] | undefined>[] = [];
  navigator.sendBeacon = (_url, body) => {
    void readBlob(body as Blob).then((report) => sent.push(report as (typeof sent)[number]));
    return true;
  };
  return { all: (kind: 'failures' | 'loads') => sent.flatMap((report) => report[kind] ?? []) };
}
/** The code of the report has been loaded, and whoever asked for it earlier has used it. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('an error that nobody caught', () => {
  it.each([
    ['an extension', ['chrome-extension://abcdef/x.js:1:1']],
    ['the shell alone', [`${SHELL}:1:1`]],
    ['a remote that does not run', [`${PHOTOS}:1:1`]],
    ['no script', []],
  ])('of %s - is not reported', async (_owner, places) => {
    jest.useFakeTimers();
    navigator.sendBeacon = jest.fn();
    reportThrown(errorAt(...places), store);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(navigator.sendBeacon).not.toHaveBeenCalled();
    jest.useRealTimers();
  });

  it('of the innermost remote of a stack, under React - is reported once, as a failure of the release in use, without its words', async () => {
    const sent = listenToReports();
    for (let times = 0; times < 100; times += 1)
      reportThrown(errorAt(`${SHELL}:1:9`, `${OFFERS}:1:${times % 10}`, `${PHOTOS}:1:2`), store);
    await waitFor(() => expect(sent.all('failures')).toHaveLength(5));
    const report = { code: 'remote_threw', remote: 'offers', version: '7', request: 'a1b2c3d4' };
    expect(sent.all('failures')).toContainEqual({
      ...report,
      frames: ['react.0123456789.js:1:9', 'a.0123456789.js:1:0', 'b.0123456789.js:1:2'],
    });
    expect(sent.all('loads').filter((each) => 'failed' in each && each.failed)).toEqual([
      { remote: 'offers', version: '7', screen: expect.any(String), failed: true },
    ]);
    expect(JSON.stringify([sent.all('failures'), sent.all('loads')])).not.toMatch(/campus/);
  });
});

describe('an error in the frame of a foreign remote', () => {
  it('told many times - is reported once, as a failure of the release in use, without places of the shell', async () => {
    const sent = listenToReports();
    // a page of its own, of which nothing was reported yet
    await jest.isolateModulesAsync(async () => {
      const { reportThrownInFrame } = await import('./report-thrown');
      for (let times = 0; times < 3; times += 1)
        reportThrownInFrame('photos', { stateOf: () => running('3') });
      await settle();
    });
    await waitFor(() => expect(sent.all('failures')).toHaveLength(1));
    const failure = { remote: 'photos', version: '3' };
    expect(sent.all('failures')).toEqual([{ code: 'remote_threw', ...failure, request: 'a1b2c3d4' }]);
    await waitFor(() =>
      expect(sent.all('loads')).toContainEqual(expect.objectContaining({ ...failure, failed: true })),
    );
  });
});

describe('a page', () => {
  const raise = (event: Event | string) =>
    typeof event === 'string' ? tellFrameError(event) : dispatchEvent(event);
  const reason = errorAt(`${OFFERS}:2:2`);
  it.each([
    ['a handler or a timer throws', new ErrorEvent('error', { error: reason })],
    ['a promise is rejected', Object.assign(new Event('unhandledrejection'), { reason })],
    ['a frame throws', 'offers'],
  ])('in which %s - looks whose error it is', async (_case, event) => {
    const asked = jest.spyOn(remotes, 'stateOf');
    const stop = watchErrors();
    raise(event);
    await waitFor(() => expect(asked).toHaveBeenCalledWith('offers'));
    stop();
    asked.mockClear();
    // the environment fails a test with an error that nobody hears
    addEventListener('error', () => undefined, { once: true });
    raise(event);
    await settle();
    expect(asked).not.toHaveBeenCalled();
  });

  it.each([new DOMException('x', 'AbortError'), 'text', undefined])(
    'in which a promise is rejected with %p - does not look',
    async (reason) => {
      const asked = jest.spyOn(remotes, 'stateOf').mockClear();
      const stop = watchErrors();
      dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
      await settle();
      expect(asked).not.toHaveBeenCalled();
      stop();
    },
  );
});
