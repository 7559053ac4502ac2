import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fixedClock, readEnv, type Mail } from '@flint/services';
import { startTestServer } from '@flint/testing';
import { useStage } from '../sign-in/testing/stage';
import pino from 'pino';
import { mailer } from '../../infra/mailer';
import { mailTotal } from '../../infra/metrics';
import { outbox } from './outbox.resource';
import { deliver, mailToOperators } from './index';

const mail = (address: string, subject = '123456 is your Flint code'): Mail => ({
  to: { address },
  subject,
  text: 'text <b>&</b>',
  html: '<p>html</p>',
});

describe('the outbox', () => {
  const stage = useStage();
  const folder = () => path.join(stage.server.deps.dataDir, 'outbox');

  it('a mail to the operators - shows what an error says as text', () => {
    const { deps: own } = stage.server;
    const deps = { ...own, env: { ...own.env, SAFETY_EMAIL: 'safety@campus.edu' } };
    expect(mailToOperators(deps, 'the round fails', 'unexpected <eof> & more')).toEqual({
      to: { address: 'safety@campus.edu' },
      subject: 'Flint: the round fails',
      text: 'unexpected <eof> & more',
      html: '<pre>unexpected &lt;eof&gt; &amp; more</pre>',
    });
  });

  it('empty - explains how to get a mail; a message - appears on the page, in the list and in the folder - newest first', async () => {
    const { url, deps } = stage.server;
    const box = mailer(deps);
    expect(await (await fetch(`${url}/outbox`)).text()).toContain('No mail yet');
    for (const each of [
      mail('ann@campus.edu', 'first'),
      mail('ben@campus.edu', '<script>alert(1)</script>'),
    ]) {
      box.send(each);
      await box.settled();
    }
    const page = await fetch(`${url}/outbox`);
    const html = await page.text();
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+';/,
    );
    expect(html.indexOf('ben@campus.edu')).toBeLessThan(html.indexOf('ann@campus.edu'));
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;');

    const { items } = JSON.parse(await (await fetch(`${url}/outbox.json?to=ann@campus.edu`)).text());
    expect(items).toMatchObject([{ to: { address: 'ann@campus.edu' }, subject: 'first' }]);
    const files = (await readdir(folder())).toSorted();
    expect(files).toHaveLength(2);
    const stored = JSON.parse(await readFile(path.join(folder(), files[0] ?? ''), 'utf8'));
    expect(stored).toMatchObject({ subject: 'first', text: 'text <b>&</b>' });
  });

  it('a job’s mail, tried again - has the id that it had, which does not tell the job’s', async () => {
    const { deps } = stage.server;
    for (const id of ['job-1', 'job-1', 'job-2'])
      expect(await deliver(deps, mail('ann@campus.edu'), { id, isLast: false })).toBe('done');
    const [other, again, first] = mailer(deps)
      .outbox!.list()
      .map(({ messageId }) => messageId);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect([again === first, other === first]).toEqual([true, false]);
  });

  it.each([
    ['452', 'ann@campus.edu', { command: 'RCPT TO', responseCode: 452 }, 'later', 0],
    ['550', 'ann@campus.edu', { command: 'RCPT TO', responseCode: 550 }, 'failed', 0],
    ['452', 'safety@campus.edu', { command: 'RCPT TO', responseCode: 452 }, 'again', 1],
    ['451', 'ann@campus.edu', { responseCode: 451 }, 'again', 1],
  ])(
    'a last try that ends with %s for %s - counts as given up unless it concerns one student',
    async (...of) => {
      const [, address, error, end, count] = of;
      const { deps: own } = stage.server;
      const deps = { ...own, env: { ...own.env, SAFETY_EMAIL: 'safety@campus.edu' } };
      jest.spyOn(mailer(deps).outbox!, 'deliver').mockRejectedValue(Object.assign(new Error('no'), error));
      const counted = jest.spyOn(mailTotal, 'inc');
      expect(await deliver(deps, mail(address), { id: 'job', isLast: true })).toBe(end);
      await mailer(deps).settled();
      expect(counted.mock.calls.filter(([{ result }]: any) => result === 'given_up')).toHaveLength(count);
    },
  );

  it('an erased account - loses its mail, files included', async () => {
    const { deps } = stage.server;
    const session = await stage.signIn('cem@campus.edu');
    mailer(deps).send(mail('ben@campus.edu'));
    await mailer(deps).settled();
    const before = (await readdir(folder())).length;
    await outbox.eraseUser?.(session.user.id, deps);
    const addresses = mailer(deps)
      .outbox!.list()
      .map(({ to }) => to.address);
    expect([addresses.includes('ben@campus.edu'), addresses.includes('cem@campus.edu')]).toEqual([
      true,
      false,
    ]);
    expect(await readdir(folder())).toHaveLength(before - 1);
  });

  it('a listener - receives every message', async () => {
    const { deps } = stage.server;
    const heard: string[] = [];
    const onMail = ({ subject }: Mail) => void heard.push(subject);
    const needs = { ...deps, env: { ...deps.env }, onMail };
    mailer(needs).send(mail('ann@campus.edu'));
    await mailer(needs).settled();
    expect(heard).toEqual(['123456 is your Flint code']);
  });
});

describe('the outbox, where there is none', () => {
  it('with a mail server - has no page', async () => {
    await using server = await startTestServer({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    expect((await fetch(`${server.url}/outbox`)).status).toBe(404);
    expect((await fetch(`${server.url}/outbox.json`)).status).toBe(404);
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
});
