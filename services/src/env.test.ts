import { EnvError, readEnv } from './env';

const linesOf = (source: Record<string, string>) => {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    return (error as EnvError).lines;
  }
};

describe('readEnv', () => {
  it('nothing set - gives a working development set-up - the public address follows the port', () => {
    expect(readEnv({ PORT: '5000' })).toMatchObject({
      UNIVERSITY_EMAIL_HOST: 'campus.edu',
      PUBLIC_URL: 'http://127.0.0.1:5000',
    });
  });

  it('an empty variable - counts as absent', () => {
    expect(readEnv({ APP_NAME: '' }).APP_NAME).toBe('Flint');
  });

  it.each([
    ['PORT', '70000'],
    ['UNIVERSITY_EMAIL_HOST', 'campus'],
    ['UNIVERSITY_EMAIL_HOST', 'evil.com/campus.edu'],
    ['MONGODB_URI', 'postgres://x'],
    ['FLINT_SECRET', 'short'],
  ])('%s set to %p - is refused - in one line naming it', (name, value) => {
    expect(linesOf({ [name]: value })).toEqual([expect.stringContaining(`${name}:`)]);
  });

  it('production without its secrets - is refused - each missing variable on a line', () => {
    expect(linesOf({ NODE_ENV: 'production' })).toEqual([
      'MONGODB_URI: required in production',
      'FLINT_SECRET: required in production',
      'SMTP_URL: required in production',
    ]);
  });
});
