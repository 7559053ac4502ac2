import { startService, type Service } from './away';
import { until } from './until';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Headers and body, without the breaks of quoted-printable lines. */
  readonly text: string;
}

export interface MailSink extends Service {
  /** Every mail taken, in order. */
  readonly taken: readonly Mail[];
  /** From here on it refuses every recipient but this one, as if it took no mail from us; null: it takes all. */
  refuseAllBut(to: string | null): void;
  /** The next mail to that address after the first `after` ones of all. */
  next(to: string, after: number): Promise<Mail>;
}

/** A mail server that takes every mail and keeps address and subject. */
export async function startMailSink(): Promise<MailSink> {
  const taken: Mail[] = [];
  let only: string | null = null;
  const service = await startService((socket) => {
    let to = '';
    let text: string | null = null;
    let rest = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      if (text !== null) {
        if (line !== '.') return void (text += `${line}\n`);
        // a long subject goes on in the next line
        const [, subject = ''] = /^Subject: ((?:.|\n[ \t])*)/m.exec(text) ?? [];
        taken.push({ to, subject: subject.replaceAll('\n', ''), text: text.replaceAll('=\n', '') });
        text = null;
        return say('250 taken');
      }
      const [verb = ''] = line.toUpperCase().split(' ');
      if (verb === 'RCPT') {
        to = /<([^>]*)>/.exec(line)?.[1] ?? '';
        if (only !== null && to !== only) return say('550 5.1.1 no such mailbox');
      }
      if (verb === 'DATA') text = '';
      if (verb === 'QUIT') return void socket.end('221 bye\r\n');
      return say(verb === 'DATA' ? '354 go on' : '250 ok');
    };
    say('220 campus');
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop()!;
      lines.forEach(hear);
    });
  });
  return {
    ...service,
    taken,
    refuseAllBut: (to) => void (only = to),
    async next(to, after) {
      const find = () => taken.slice(after).find((mail) => mail.to === to);
      await until(`a mail to ${to}`, find);
      return find()!;
    },
  };
}
