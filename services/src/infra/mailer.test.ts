import { createServer, type Socket } from 'node:net';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listening } from '@flint/testing/listening';
import { until } from '@flint/testing/until';
import pino from 'pino';
import { readEnv } from '../env';
import { systemClock } from './clock';
import type { Mail } from './mail';
import { mailer } from './mailer';
import { createMailQueue } from './mailer-queue';

const log = pino({ level: 'silent' });
const mail: Mail = {
  to: { address: 'ann@campus.edu' },
  subject: '123456 is your Flint code',
  text: 'Your code is 123456',
  html: '<p>123456</p>',
};

/** A minimal SMTP server that records what it receives. It first answers `refusals` messages with 451, and takes `losses` without an answer. */
async function startSmtp({ refusals = 0, losses = 0, code = '451' } = {}) {
  const recipients: string[] = [];
  const messages: string[] = [];
  let left = refusals;
  const converse = (socket: Socket) => {
    let data: string[] | null = null;
    let pending = '';
    socket.write('220 test\r\n');
    const line = (text: string) => {
      if (data) {
        if (text !== '.') return void data.push(text);
        messages.push(data.join('\n'));
        data = null;
        if (messages.length <= losses) return void socket.destroy();
        return void socket.write('250 taken\r\n');
      }
      if (/^(EHLO|HELO)/.test(text)) return void socket.write('250 test\r\n');
      if (text.startsWith('MAIL') && left > 0) {
        left -= 1;
        return void socket.write(`${code} not now\r\n`);
      }
      if (text.startsWith('RCPT')) recipients.push(text);
      if (text === 'DATA') {
        data = [];
        return void socket.write('354 go\r\n');
      }
      socket.write('250 ok\r\n');
    };
    socket.on('data', (chunk) => {
      const lines = (pending + chunk.toString()).split('\r\n');
      pending = lines.pop() ?? '';
      for (const text of lines) line(text);
    });
    socket.on('error', () => undefined);
  };
  const server = createServer(converse);
  const { port, close } = await listening(server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    recipients,
    messages,
    [Symbol.asyncDispose]: close,
  };
}

const dataDir = () => mkdtemp(path.join(tmpdir(), 'flint-mail-'));

describe('mailer', () => {
  it('with a mail server - sends to exactly the one address, in text and HTML, with its headers', async () => {
    await using smtp = await startSmtp();
    const env = readEnv({ SMTP_URL: smtp.url, MAIL_FROM: 'Flint <no-reply@campus.edu>' });
    const post = mailer({ env, clock: systemClock, log, dataDir: await dataDir() });
    post.send({ ...mail, headers: { 'List-Unsubscribe': '<https://campus.edu/stop>' } });
    await post.settled();
    await post.close();
    expect(smtp.messages[0]).toContain('List-Unsubscribe: <https://campus.edu/stop>');
    expect(smtp.recipients).toEqual(['RCPT TO:<ann@campus.edu>']);
    expect(smtp.messages[0]).toContain('Subject: 123456 is your Flint code');
    expect(smtp.messages[0]).toContain('To: ann@campus.edu');
    expect(smtp.messages[0]).toContain('Auto-Submitted: auto-generated');
    expect(smtp.messages[0]).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/);
    expect(post.outbox).toBeNull();
  });

  it('with a calendar file - sends it as a part that mail programs recognize, with its method', async () => {
    await using smtp = await startSmtp();
    const env = readEnv({ SMTP_URL: smtp.url });
    const post = mailer({ env, clock: systemClock, log, dataDir: await dataDir() });
    const ics = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n';
    post.send({ ...mail, calendar: { fileName: 'offer.ics', method: 'CANCEL', ics } });
    await post.settled();
    await post.close();
    expect(smtp.messages[0]).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=CANCEL/im);
    expect(smtp.messages[0]).toContain('filename=offer.ics');
  });

  it.each([
    'ann@campus.edu\r\nBcc: e@evil.test',
    'ann@campus.edu, e@evil.test',
    'e@evil.test;ann@campus.edu',
    'Ann <ann@campus.edu>',
    '"e@evil.test"@campus.edu',
  ])('the address %p - reaches no mail library', async (address) => {
    const post = mailer({ env: readEnv({}), clock: systemClock, log, dataDir: await dataDir() });
    expect(() => post.send({ ...mail, to: { address } })).toThrow('one plain address');
  });

  it('a subject of two lines - is refused', async () => {
    const post = mailer({ env: readEnv({}), clock: systemClock, log, dataDir: await dataDir() });
    expect(() => post.send({ ...mail, subject: 'a\r\nBcc: e@evil.test' })).toThrow('one line');
  });
});

describe('the mail queue', () => {
  const failing = (times: number, error: object = {}) => {
    const delivered: string[] = [];
    let left = times;
    const deliver = async ({ subject }: Mail) => {
      if (left-- > 0) throw Object.assign(new Error('no'), error);
      delivered.push(subject);
    };
    return { deliver, delivered, tried: () => times - left };
  };

  it('queueing - never waits for delivery', async () => {
    const { deliver, delivered } = failing(0);
    const queue = createMailQueue({ deliver, log });
    queue.add(mail);
    await Promise.resolve();
    expect(delivered).toEqual([]);
    await queue.settled();
    expect(delivered).toHaveLength(1);
  });

  it('a temporary failure - is retried', async () => {
    const { deliver, delivered } = failing(2);
    const queue = createMailQueue({ deliver, log, retryAfterMs: [1, 1, 1] });
    queue.add(mail);
    await queue.settled();
    expect(delivered).toHaveLength(1);
  });

  it('a lasting failure - is dropped after the last retry, and a permanent refusal at once', async () => {
    const tries: number[] = [];
    for (const error of [{ responseCode: 535 }, { command: 'RCPT TO', responseCode: 550 }]) {
      let count = 0;
      const deliver = async () => {
        count += 1;
        throw Object.assign(new Error('no'), error);
      };
      const queue = createMailQueue({ deliver, log, retryAfterMs: [1, 1] });
      queue.add(mail);
      await queue.settled();
      tries.push(count);
    }
    expect(tries).toEqual([3, 1]);
  });

  it('a mailbox that is full until the end - does not count as given up, but whoever waits is told so; another failure does', async () => {
    const ends: string[] = [];
    for (const error of [{ command: 'RCPT TO', responseCode: 452 }, { responseCode: 452 }]) {
      const queue = createMailQueue({
        deliver: failing(2, error).deliver,
        log,
        retryAfterMs: [1],
        onAttempt: (result) => void ends.push(result),
      });
      queue.add({ ...mail, onGivenUp: () => void ends.push('told') });
      await queue.settled();
    }
    expect(ends).toEqual(['later', 'told', 'later', 'again', 'told', 'given_up']);
  });

  it('closing - tries waiting messages once more and then ends', async () => {
    const { deliver, delivered, tried } = failing(1);
    const queue = createMailQueue({ deliver, log, retryAfterMs: [60_000] });
    queue.add(mail);
    await until(() => tried() === 1);
    await queue.close();
    expect(delivered).toHaveLength(1);
    queue.add(mail);
    await queue.settled();
    expect(delivered).toHaveLength(1);
  });

  it('a busy mail server - gets the message a second later', async () => {
    await using smtp = await startSmtp({ refusals: 1 });
    const env = readEnv({ SMTP_URL: smtp.url });
    const post = mailer({ env, clock: systemClock, log, dataDir: await dataDir() });
    post.send(mail);
    await post.settled();
    await post.close();
    expect(smtp.messages).toHaveLength(1);
  });

  it('a mail server that takes a message, but does not say so - gets it again under the same Message-ID; another message has another', async () => {
    await using smtp = await startSmtp({ losses: 1 });
    const env = readEnv({ SMTP_URL: smtp.url, MAIL_FROM: 'Flint <no-reply@campus.edu>' });
    const post = mailer({ env, clock: systemClock, log, dataDir: await dataDir() });
    for (let at = 0; at < 2; at++) {
      post.send(mail);
      await post.settled();
    }
    await post.close();
    const [first, ...others] = smtp.messages.map(
      (text) => /^Message-ID: <\S+@campus\.edu>$/im.exec(text)?.[0],
    );
    expect(others).toEqual([first, expect.any(String)]);
    expect(others[1]).not.toBe(first);
  });
});
