import { BrowserReport } from '@flint/contracts/routes/browser-report';
import { files } from '../remotes/files';
import { framesOf } from './send-crash';
import { reportCrash } from './report-crash';
import { readBlob } from './testing/read-blob';

const OWN = 'https://flint.campus.edu/main.0123456789.js';
const REMOTE = 'https://flint.campus.edu/remotes/offers/files/a.0123456789.js';
const PRIVATE = 'ann@campus.edu eyJhbGciOiJIUzI1NiJ9.e30.abc';

beforeAll(() => {
  files.add('https://flint.campus.edu/', { 'main.0123456789.js': 'sha384-x' }, { remote: '', version: '' });
  const offers = { remote: 'offers', version: '1' };
  files.add('https://flint.campus.edu/remotes/offers/files/', { 'a.0123456789.js': 'sha384-y' }, offers);
});

function errorWith(message: string, ...lines: string[]): Error {
  const error = new TypeError(message);
  error.stack = [`TypeError: ${message}`, ...lines].join('\n');
  return error;
}

describe('where an error came from', () => {
  it.each([
    ['Chromium', [`    at save (${REMOTE}:1:4711)`, `    at async ${OWN}:2:17`, '    at <anonymous>']],
    ['Firefox and Safari', [`save@${REMOTE}:1:4711`, `async*@${OWN}:2:17`, '']],
  ])('a stack of %s - through our scripts - is reported by file, line and column', (_browser, lines) => {
    const frames = ['a.0123456789.js:1:4711', 'main.0123456789.js:2:17'];
    expect(framesOf(errorWith('x', ...lines))).toEqual(frames);
  });

  it.each([
    ['an address and a token in the message', errorWith(PRIVATE, `    at f (${OWN}:1:2)`)],
    [
      'a message of several lines, made like a stack',
      errorWith(`\n    at ${PRIVATE} (${OWN}:9:9)`, `    at f (${OWN}:1:2)`),
    ],
    [
      'a function called by what a student wrote',
      errorWith('x', `    at Object.${PRIVATE} [as f] (${OWN}:1:2)`),
    ],
    [
      'scripts of others, and addresses with a query',
      errorWith(
        'x',
        `    at https://evil.test/${PRIVATE}/x.js:3:3`,
        `    at ${OWN}?token=${PRIVATE}:1:1`,
        `    at f (${OWN}:1:2)`,
      ),
    ],
    [
      'a script of ours that no build lists',
      errorWith('x', '    at https://flint.campus.edu/ann.js:1:1', `    at f (${OWN}:1:2)`),
    ],
    [
      'numbers as long as a telephone’s',
      errorWith('x', `    at ${OWN}:1:5145551234`, `    at f (${OWN}:1:2)`),
    ],
  ])('%s - in a stack - yields only positions in our own scripts', (_case, error) => {
    expect(framesOf(error)).toEqual(['main.0123456789.js:1:2']);
  });

  it.each([null, undefined, 'ann@campus.edu', { stack: 7 }, {}])(
    '%p thrown - without a stack - yields no position',
    (thrown) => {
      expect(framesOf(thrown)).toEqual([]);
    },
  );

  it('a crash with an address and a token in its message - when reported - reveals neither, on the console or to the server', async () => {
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const sent = new Promise<Blob>((resolve) => {
      navigator.sendBeacon = (_url, body) => (resolve(body as Blob), true);
    });
    const error = errorWith(PRIVATE, `    at ${PRIVATE} (${REMOTE}:1:4711)`);
    const report = { code: 'remote_crashed', remote: 'offers', version: '1', request: 'a1b2c3d4' } as const;
    reportCrash({ ...report, error });
    const read = await readBlob(await sent);
    const body = BrowserReport.parse(read);
    expect(body.failures).toEqual([{ ...report, frames: ['a.0123456789.js:1:4711'] }]);
    expect(JSON.stringify([read, said.mock.calls])).not.toMatch(/ann|eyJ|TypeError: /);
  });
});
