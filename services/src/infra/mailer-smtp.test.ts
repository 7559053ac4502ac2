import { createServer } from 'node:net';
import { listening } from '@flint/testing/listening';
import { createSmtp } from './mailer-smtp';

/** A mail server without TLS, which records what it receives. */
async function startPlainServer() {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 plain\r\n');
    socket.on('data', (data) => {
      const line = data.toString();
      heard.push(line);
      const isData = line.startsWith('DATA');
      socket.write(isData ? '354 go on\r\n' : line.startsWith('QUIT') ? '221 bye\r\n' : '250 ok\r\n');
    });
  });
  const { port, close } = await listening(server);
  return { heard, url: `smtp://127.0.0.1:${port}`, close };
}

const mail = { to: { address: 'ann@campus.edu' }, subject: '123456 is your code', text: '123456', html: '' };

describe('a mail server that offers no TLS', () => {
  it('where TLS is required - receives nothing', async () => {
    const server = await startPlainServer();
    const smtp = createSmtp(server.url, 'Flint <no-reply@campus.edu>', { requireTls: true });
    await expect(smtp.deliver(mail)).rejects.toThrow();
    smtp.close();
    expect(server.heard.join('')).not.toMatch(/123456|ann@campus\.edu/);
    await server.close();
  });

  it('where a plain relay is allowed - receives the mail', async () => {
    const server = await startPlainServer();
    const smtp = createSmtp(server.url, 'Flint <no-reply@campus.edu>', { requireTls: false });
    await smtp.deliver(mail);
    smtp.close();
    expect(server.heard.join('')).toContain('ann@campus.edu');
    await server.close();
  });
});
