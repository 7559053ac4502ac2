import { createLog, scrub } from './log';

function capture() {
  const lines: string[] = [];
  return { lines, log: createLog('trace', { write: (line: string) => void lines.push(line) }) };
}

describe('the log', () => {
  it('a library’s error with values attached - is logged by type, code and stack, without them', () => {
    const { lines, log } = capture();
    const message = 'E11000 duplicate key error collection: flint.users dup key: { email: "ann@campus.edu" }';
    const error = Object.assign(new Error(message, { cause: new Error('Bearer eyJhbGciOi.eyJzdWIi.c2ln') }), {
      name: 'MongoServerError',
      code: 11_000,
      keyValue: { email: 'ann@campus.edu' },
    });
    log.error({ err: error, requestId: 'abc-12345' }, 'unforeseen error');
    const told = JSON.parse(lines[0]!) as { err: Record<string, unknown> };
    expect(told).toMatchObject({
      requestId: 'abc-12345',
      err: { type: 'MongoServerError', code: 11_000, cause: { message: 'Bearer [token]' } },
    });
    expect(lines[0]).not.toMatch(/ann@campus|eyJ|keyValue/);
  });

  it('fields with secrets - are blanked, also one level down', () => {
    const { lines, log } = capture();
    log.info({ token: 'abc', user: { email: 'ann@campus.edu' }, headers: { authorization: 'Bearer x' } });
    expect(lines[0]).not.toMatch(/abc|ann@campus|Bearer/);
  });

  it.each([
    ['a code', 'your code is 123456', 'your code is [number]'],
    ['credentials', 'connect mongodb://user:pass@db/flint', 'connect mongodb://[credentials]@db/flint'],
    ['credentials of a mail server', 'to smtps://user:pass@mail/', 'to smtps://[credentials]@mail/'],
    ['an address of a port', 'listen 127.0.0.1:4300', 'listen 127.0.0.1:4300'],
  ])('%s - in a text - is %p as %p', (_what, text, scrubbed) => expect(scrub(text)).toBe(scrubbed));
});
