import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { useTestServer } from '@flint/testing';
import { filesIn } from '@flint/testing/files';

const ROOT = path.resolve(__dirname, '../../..');
const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const reached = useTestServer({
  env: { PUBLIC_URL: 'https://flint.campus.edu', SAFETY_EMAIL: 'safety@flint.test' },
});
const plain = useTestServer();

describe('transport and rest', () => {
  it('an API that browsers reach by https - sends HSTS, also in a refusal', async () => {
    const sent = async (url: string) => (await fetch(url)).headers.get('strict-transport-security');
    for (const at of ['/api/v1/config', '/api/v1/profile', '/auth/v1/user', '/nowhere'])
      expect([at, await sent(reached.url + at)]).toEqual([at, 'max-age=31536000']);
    expect(await sent(`${plain.url}/api/v1/config`)).toBeNull();
  });

  it('the security contact - is where RFC 9116 specifies', async () => {
    const answer = await fetch(`${reached.url}/.well-known/security.txt`);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    const [contact, expires = '', languages, canonical] = (await answer.text()).split('\n');
    expect([contact, languages, canonical]).toEqual([
      'Contact: mailto:safety@flint.test',
      'Preferred-Languages: en, fr',
      'Canonical: https://flint.campus.edu/.well-known/security.txt',
    ]);
    const days = (Date.parse(expires.replace('Expires: ', '')) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(180);
    expect((await fetch(`${plain.url}/.well-known/security.txt`)).status).toBe(404);
  });

  it('the proxy in front of the page - sends it too', () =>
    expect(textOf('deploy/Caddyfile')).toContain('header Strict-Transport-Security max-age=31536000'));

  it('installing - runs no script of any package', () => {
    expect(textOf('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    // the image is built with the same settings
    expect(textOf('deploy/Dockerfile')).toMatch(/^COPY \. \.$/m);
    expect(textOf('.dockerignore')).not.toMatch(/npmrc|^\.\*$/m);
  });

  it('the journal of protective acts - is readable by its owner alone', async () => {
    const ann = await plain.signIn();
    await ann.call('DELETE /account');
    const files = await filesIn(path.join(plain.deps.dataDir, 'journal'));
    expect(files).not.toEqual([]);
    for (const file of files) expect((await stat(file)).mode & 0o077).toBe(0);
  });
});
