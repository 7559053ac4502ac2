import { isIP } from 'node:net';
import { connect } from 'node:tls';

export interface Certificate {
  readonly endsAt: Date;
  /** Why clients that know the usual authorities refuse it; null where they do not. */
  readonly fault: string | null;
}

const PATIENCE_MS = 3_000;

/** The certificate that an https address shows, also one that has ended. Rejects where nothing answers. */
export function certificateOf(address: string): Promise<Certificate> {
  const { hostname: host, port } = new URL(address);
  const servername = isIP(host) ? '' : host;
  const options = { host, servername, port: Number(port || 443), rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    const socket = connect(options, () => {
      const endsAt = new Date(socket.getPeerCertificate().valid_to);
      resolve({ endsAt, fault: socket.authorized ? null : String(socket.authorizationError) });
      socket.destroy();
    });
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer')));
    socket.on('error', reject);
  });
}
