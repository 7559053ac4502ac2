import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@flint/testing/free-port';
import { startProgram, type Program } from '@flint/testing/program';
import { until } from '@flint/testing/until';

const started: Program[] = [];
function start(env: Record<string, string>): Program {
  const program = startProgram(['scripts/flint.mjs', 'run', 'start'], { NODE_ENV: 'development', ...env });
  started.push(program);
  return program;
}
// also of a test that failed before it ended them
afterEach(async () => {
  for (const program of started.splice(0)) await program.end();
});

describe('npm start', () => {
  const dataDir = () => mkdtemp(path.join(tmpdir(), 'flint-start-'));

  it('on an empty folder - starts everything, prints the address, refuses a second one, and stops on Ctrl-C', async () => {
    const PORT = String(await freePort());
    const DATA_DIR = await dataDir();
    const flint = start({ PORT, DATA_DIR });
    const open = await flint.said(/^ {2}open .*$/m);
    expect(open).toContain(`http://127.0.0.1:${PORT}`);
    // the accounts come after the page
    expect(flint.output()).not.toContain('ready@campus.edu');
    // a process that makes the campus on a busy machine may close a connection before it has read the request
    let code: Response | null = null;
    const asked = until(async () => {
      code = await fetch(`http://127.0.0.1:${PORT}/auth/v1/otp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ready@campus.edu', create_user: true }),
      }).catch(() => null);
      return code !== null;
    });
    await flint.said('ready@campus.edu  ');
    await asked;
    // a process that is busy with the campus may say 503; it mails the code all the same
    expect([200, 503]).toContain(code!.status);
    // a code asked for before is mailed after
    await flint.said(/demo accounts[^]*mail to ready@campus\.edu/);
    for (const line of ['build …', 'database …', 'remote offers …', '/outbox', 'ready@campus.edu']) {
      expect(flint.output()).toContain(line);
    }
    expect(flint.output()).toMatch(/^ {2}demo campus … \d+\.\d s$/m);
    expect((await fetch(`http://127.0.0.1:${PORT}/api/v1/config`)).status).toBe(200);

    const sameFolder = start({ PORT: String(await freePort()), DATA_DIR });
    expect(await sameFolder.exit).toBe(1);
    expect(sameFolder.output()).toMatch(/already in use by process \d+/);

    const samePort = start({ PORT, DATA_DIR: await dataDir() });
    expect(await samePort.exit).toBe(1);
    expect(samePort.output()).toMatch(/Port \d+.* is in use\. .*PORT=\d+ npm start\.$/m);

    expect(await flint.end('SIGINT')).toBe(0);
    await expect(fetch(`http://127.0.0.1:${PORT}/`)).rejects.toThrow();
  });

  it.each([
    { PUBLIC_URL: 'https://flint.campus.edu' },
    { SMTP_URL: 'smtp://127.0.0.1:9' },
    { SUPABASE_URL: 'http://127.0.0.1:9', SUPABASE_KEY: 'k' },
  ])('for a pilot (%j) - makes no students, no operators and no desk', async (settings) => {
    const PORT = String(await freePort());
    const flint = start({ PORT, DATA_DIR: await dataDir(), ...settings });
    await flint.said('stop    Ctrl-C');
    // answered after a demo campus, if there is one
    await fetch(`http://127.0.0.1:${PORT}/auth/v1/otp`, { redirect: 'manual' });
    await flint.end('SIGINT');
    expect(flint.output()).not.toMatch(/demo|desk/);
  });

  it('with a wrong setting - names it in one line and exits with 78', async () => {
    const flint = start({ PORT: 'many', DATA_DIR: await dataDir() });
    expect(await flint.exit).toBe(78);
    expect(flint.output()).toMatch(/^ {2}PORT: /m);
  });

  it('for several universities, as an older version - names the command to run instead and exits with 78', async () => {
    const flint = start({ TENANTS_FILE: 'universities.json', DATA_DIR: await dataDir() });
    expect(await flint.exit).toBe(78);
    expect(flint.output()).toContain('npx flint operate universities');
  });
});
