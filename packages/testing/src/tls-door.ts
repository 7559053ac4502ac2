import { connect } from 'node:net';
import { createServer } from 'node:tls';
import { generate } from 'selfsigned';
import { listening, type Listening } from './listening';

const DAY_MS = 86_400_000;

export interface TlsDoor extends Listening {
  /** Shows a certificate that ends then, from the next connection on; returns it, for clients that trust nothing else. */
  show(endsAt: Date): Promise<string>;
}

/** TLS at https://localhost in front of a server on this machine; signs its certificate itself. */
export async function startTlsDoor(target: number, endsAt: Date): Promise<TlsDoor> {
  const make = async (notAfterDate: Date) => {
    const notBeforeDate = new Date(notAfterDate.getTime() - 90 * DAY_MS);
    const altNames = [{ type: 2, value: 'localhost' }] as const;
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      notBeforeDate,
      notAfterDate,
      extensions: [{ name: 'subjectAltName', altNames: [...altNames] }],
    });
    return { key, cert };
  };
  const server = createServer(await make(endsAt), (socket) => {
    const onward = connect(target, '127.0.0.1');
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  const { port, close } = await listening(server);
  return {
    port,
    url: `https://localhost:${port}`,
    async show(notAfterDate) {
      const made = await make(notAfterDate);
      server.setSecureContext(made);
      return made.cert;
    },
    close,
  };
}
