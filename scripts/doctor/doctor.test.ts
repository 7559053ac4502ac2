import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import mongoose from 'mongoose';
import { startTestDatabase } from '@flint/testing';
import { freePort } from '@flint/testing/free-port';
import { listening } from '@flint/testing/listening';
import { readEnv } from '@flint/services';
import {
  checkFolder,
  checkNames,
  checkNode,
  checkSecret,
  checkWeakSettings,
  examine,
  exitCodeOf,
} from './checks';
import { folderStore } from '@flint/remote-build/release/folder-store';
import { masterSecret } from '../start/secret';

const dir = mkdtempSync(path.join(tmpdir(), 'flint-doctor-'));

const verdicts = (findings: Awaited<ReturnType<typeof examine>>) =>
  Object.fromEntries(findings.map(({ name, verdict }) => [name, verdict]));

describe('npx flint operate doctor', () => {
  it('a machine that can start Flint - shows no problem and ends with 0', async () => {
    // the app's ports and those of its remotes
    const port = await freePort(100);
    await using database = await startTestDatabase();
    const source = { DATA_DIR: path.join(dir, 'fine'), PORT: String(port), MONGODB_URI: database.uri };
    const findings = await examine(source, path.join(dir, 'no.env'));
    expect(findings.filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
    expect(Object.keys(verdicts(findings))).toEqual([
      'node',
      'address',
      'sign-in',
      'folder',
      'ports',
      'secret',
      'database',
      'mail',
      'photos',
    ]);
    expect(exitCodeOf(findings)).toBe(0);
  });

  it('a server without transactions, TTL or partial unique indexes - is reported in one sentence, and leaves no data behind', async () => {
    await using database = await startTestDatabase();
    const client = await mongoose.createConnection(database.uri).asPromise();
    const source = { DATA_DIR: path.join(dir, 'lacking'), PORT: '0', MONGODB_URI: database.uri };
    const toldWithout = async (command: string, mode: object | string) => {
      const data = { failCommands: [command], errorCode: 20 };
      await client.db!.admin().command({ configureFailPoint: 'failCommand', mode, data });
      const findings = await examine(source, path.join(dir, 'no.env'));
      return findings.find(({ name }) => name === 'database');
    };
    const told = (lacks: string) => ({
      name: 'database',
      verdict: 'problem',
      text: `reached, but this server lacks ${lacks}: name a MongoDB replica set in MONGODB_URI`,
    });
    // the first insert is the one in a transaction
    expect(await toldWithout('insert', { times: 1 })).toEqual(told('transactions'));
    expect(await toldWithout('createIndexes', 'alwaysOn')).toEqual(
      told('TTL indexes, partial unique indexes'),
    );
    expect(await client.db!.listCollections().toArray()).toEqual([]);
    await client.db!.admin().command({ configureFailPoint: 'failCommand', mode: 'off' });
    await client.close();
  });

  it('good settings in production, and any on this machine - are not called weak', () => {
    const PUBLIC_URL = 'https://flint.campus.edu';
    const good = {
      MAIL_FROM: 'Flint <no-reply@uni.edu>',
      SAFETY_EMAIL: 'safety@uni.edu',
      METRICS_TOKEN: 'a token of the collector',
      TRUSTED_PROXIES: '1',
    };
    const found = (settings: Record<string, string>) => checkWeakSettings(readEnv(settings));
    expect(found({ ...good, PUBLIC_URL, UNIVERSITY_EMAIL_HOST: 'uni.edu' })).toEqual([]);
    expect(found({ SMTP_PLAINTEXT: 'true', IP_LIMIT_FACTOR: '100' })).toEqual([]);
  });

  it.each([
    ['whose new students sign in by mail', 'publishable', { external: { email: true } }, 'ok', 'Token'],
    ['of another key', 'other', { external: { email: true } }, 'problem', '401.*SUPABASE_KEY'],
    ['without mail', 'publishable', { external: { email: false } }, 'problem', 'sign-ups'],
    [
      'closed to new students',
      'publishable',
      { external: { email: true }, disable_signup: true },
      'problem',
      'sign-ups',
    ],
    [
      'that refuses the key for deletions',
      'publishable',
      { external: { email: true } },
      'problem',
      'SUPABASE_SERVICE_KEY',
      'wrong',
    ],
    ['that is another server', 'publishable', '<html>', 'problem', 'no answer of a project'],
  ])(
    'a hosted project %s - is reported, with what to do',
    async (_what, key, settings, verdict, told, secret = 'secret') => {
      const server = createServer(({ url, headers }, answer) => {
        const asked = `${headers.apikey as string} ${url}`;
        const isRight = /^(publishable .auth.v1.settings|secret .auth.v1.admin.users\?.*)$/.test(asked);
        answer.statusCode = isRight ? 200 : 401;
        answer.end(typeof settings === 'string' ? settings : JSON.stringify(settings));
      });
      const { url: SUPABASE_URL, close } = await listening(server);
      const keys = { SUPABASE_KEY: key, SUPABASE_SERVICE_KEY: secret };
      const source = { SUPABASE_URL, ...keys, DATA_DIR: path.join(dir, 'hosted'), PORT: '0' };
      const find = async () =>
        (await examine(source, path.join(dir, 'no.env'))).filter(({ name }) => name === 'sign-in');
      expect(await find()).toMatchObject([{ verdict, text: expect.stringMatching(told) }]);
      await close();
      expect(await find()).toMatchObject([{ verdict: 'problem', text: expect.stringMatching('no answer') }]);
    },
  );

  it('a data folder that others can read - is named, and restricted at the next start', async () => {
    const open = path.join(dir, 'open');
    await mkdir(open, { mode: 0o755 });
    await chmod(open, 0o755);
    expect(await checkFolder(open)).toMatchObject({
      verdict: 'warning',
      text: expect.stringContaining('chmod 700'),
    });
    await masterSecret(open, undefined);
    expect(await checkFolder(open)).toMatchObject({ verdict: 'ok' });
  });

  it('an empty file as secret, as a full disk left it - is no secret, and is reported', async () => {
    const damaged = path.join(dir, 'damaged');
    const file = path.join(damaged, 'secret');
    await mkdir(damaged);
    await writeFile(file, '', { mode: 0o600 });
    const told = /secret is damaged: put a copy of it back/;
    await expect(masterSecret(damaged, undefined)).rejects.toThrow(told);
    const check = () => checkSecret(readEnv({ DATA_DIR: damaged }), damaged);
    expect(await check()).toMatchObject({ verdict: 'problem', text: expect.stringMatching(told) });
    await rm(file);
    const made = await masterSecret(damaged, undefined);
    expect(await masterSecret(damaged, undefined)).toEqual(made);
    expect(await readdir(damaged)).toEqual(['secret']);
    expect(await check()).toMatchObject({ verdict: 'ok' });
  });

  it('a data folder - created by a release store - is readable by its owner only', async () => {
    const fresh = path.join(dir, 'fresh');
    await folderStore(path.join(fresh, 'releases')).write('offers/1/a.js', new Uint8Array([1]));
    expect(await checkFolder(fresh)).toMatchObject({ verdict: 'ok' });
  });

  it('an old Node and a misspelled setting - are reported with a remedy; a made secret is not', async () => {
    expect(checkNode('18.20.1')).toMatchObject({
      verdict: 'problem',
      text: expect.stringContaining('20.19'),
    });
    expect(checkNode('24.0.0').verdict).toBe('ok');

    const made = randomBytes(48).toString('base64');
    expect((await checkSecret(readEnv({ FLINT_SECRET: made }), dir)).verdict).toBe('ok');
    await writeFile(path.join(dir, '.env'), 'COLOUR=red\nSMTP_UR=x\nPORT=4300\n');
    const environment = { PATH: '/bin', HOME: '/', SAFETY_MAIL: 'a@b.edu', DATA_DIRS: 'x' };
    expect((await checkNames(path.join(dir, '.env'), environment)).map(({ text }) => text)).toEqual([
      'COLOUR in .env is no setting of Flint',
      'SMTP_UR in .env is no setting of Flint; do you mean SMTP_URL?',
      'SAFETY_MAIL is no setting of Flint; do you mean SAFETY_EMAIL?',
      'DATA_DIRS is no setting of Flint; do you mean DATA_DIR?',
    ]);
  });
});
