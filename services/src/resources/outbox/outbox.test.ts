import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fixedClock, readEnv, type Mail } from '@flint/services';
import { startTestServer } from '@flint/testing';
import pino from 'pino';
import { mailer } from '../../infra/mailer';
import { outbox } from './outbox.resource';

const mail = (address: string, subject = '123456 is your Flint code'): Mail => ({
  to: { address },
  subject,
  text: 'text <b>&</b>',
  html: '<p>html</p>',
});

describe('the outbox', () => {
  it('a message - appears on the page, in the list and in the folder - newest first', async () => {
    await using server = await startTestServer();
    const box = mailer(server.deps);
    box.send(mail('ann@campus.edu', 'first'));
    await box.settled();
    box.send(mail('ben@campus.edu', '<script>alert(1)</script>'));
    await box.settled();

    const page = await fetch(`${server.url}/outbox`);
    const html = await page.text();
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+';/,
    );
    expect(html.indexOf('ben@campus.edu')).toBeLessThan(html.indexOf('ann@campus.edu'));
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;');

    const { items } = JSON.parse(await (await fetch(`${server.url}/outbox.json?to=ann@campus.edu`)).text());
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ to: { address: 'ann@campus.edu' }, subject: 'first' });

    const folder = path.join(server.deps.dataDir, 'outbox');
    const files = (await readdir(folder)).toSorted();
    expect(files).toHaveLength(2);
    const stored = JSON.parse(await readFile(path.join(folder, files[0] ?? ''), 'utf8'));
    expect(stored).toMatchObject({ subject: 'first', text: 'text <b>&</b>' });
  });

  it('empty - explains how to get a mail', async () => {
    await using server = await startTestServer();
    expect(await (await fetch(`${server.url}/outbox`)).text()).toContain('No mail yet');
  });

  it('with a mail server - has no page', async () => {
    await using server = await startTestServer({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    expect((await fetch(`${server.url}/outbox`)).status).toBe(404);
    expect((await fetch(`${server.url}/outbox.json`)).status).toBe(404);
  });

  it('an erased account - loses its mail, files included', async () => {
    await using server = await startTestServer({ clock: fixedClock('2031-03-03T15:00:00Z') });
    const { deps } = server;
    const post = (at: string, body: unknown) =>
      fetch(`${server.url}/auth/v1${at}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await post('/otp', { email: 'ann@campus.edu' });
    mailer(deps).send(mail('ben@campus.edu'));
    await mailer(deps).settled();
    const code = mailer(deps)
      .outbox?.list()
      .find(({ to }) => to.address === 'ann@campus.edu')
      ?.subject.slice(0, 6);
    const session = JSON.parse(
      await (await post('/verify', { email: 'ann@campus.edu', token: code, type: 'email' })).text(),
    );
    await outbox.eraseUser?.(session.user.id, deps);
    expect(
      mailer(deps)
        .outbox?.list()
        .map(({ to }) => to.address),
    ).toEqual(['ben@campus.edu']);
    expect(await readdir(path.join(deps.dataDir, 'outbox'))).toHaveLength(1);
  });

  it('in production - does not exist: settings and mailer both require a mail server', () => {
    const env = { ...readEnv({}), NODE_ENV: 'production' as const };
    const needs = {
      env,
      clock: fixedClock('2031-03-03'),
      log: pino({ level: 'silent' }),
      dataDir: '/nowhere',
    };
    expect(() => mailer(needs)).toThrow('SMTP_URL: required in production');
  });

  it('a listener - receives every message', async () => {
    await using server = await startTestServer();
    const heard: string[] = [];
    const needs = {
      ...server.deps,
      env: { ...server.deps.env },
      onMail: ({ subject }: Mail) => void heard.push(subject),
    };
    mailer(needs).send(mail('ann@campus.edu'));
    await mailer(needs).settled();
    expect(heard).toEqual(['123456 is your Flint code']);
  });
});
