import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { fail } from '../errors';
import { hmac, sha256, USER, type Credentials } from './credentials';

const refuse = (): never => fail(18, 'Authentication failed.');

/** Unknown users get a constant salt, too, so that the response does not reveal which users exist; no password matches. */
const stranger = (known: Credentials, name: string): Credentials => ({
  ...known,
  salt: createHmac('sha256', known.serverKey).update(name).digest().subarray(0, known.salt.length),
  storedKey: randomBytes(32),
});

const FIRST = /^([ny],,)(n=([^,]+),r=([!-+\--~]+))$/;
const FINAL = /^(c=([^,]+),r=([^,]+)),p=([A-Za-z0-9+/]+={0,2})$/;

/** One SCRAM-SHA-256 conversation (RFC 5802, RFC 7677), without channel binding. Refuses every mistake with 18. */
export class Conversation {
  /** The server's response to the first message. */
  readonly challenge: string;
  private readonly credentials: Credentials;
  private readonly header: string;
  private readonly first: string;
  private readonly nonce: string;

  constructor(known: Credentials, database: string, message: string) {
    const [, header = '', first = '', name = '', nonce = ''] = FIRST.exec(message) ?? refuse();
    const user = name.replaceAll('=2C', ',').replaceAll('=3D', '=');
    this.credentials = user === USER && database === 'admin' ? known : stranger(known, user);
    this.header = header;
    this.first = first;
    this.nonce = nonce + randomBytes(24).toString('base64');
    const { salt, iterations } = this.credentials;
    this.challenge = `r=${this.nonce},s=${salt.toString('base64')},i=${iterations}`;
  }

  /** Verifies the client's proof and returns the server's, which shows the client that this server has the keys. */
  finish(message: string): string {
    const [, withoutProof = '', binding = '', nonce = '', proofText = ''] = FINAL.exec(message) ?? refuse();
    const proof = Buffer.from(proofText, 'base64');
    const { storedKey, serverKey } = this.credentials;
    const asked = `${this.first},${this.challenge},${withoutProof}`;
    const signature = hmac(storedKey, asked);
    if (
      binding !== Buffer.from(this.header).toString('base64') ||
      nonce !== this.nonce ||
      proof.length !== signature.length
    )
      refuse();
    const clientKey = Buffer.from(signature.map((byte, at) => byte ^ (proof[at] ?? 0)));
    if (!timingSafeEqual(sha256(clientKey), storedKey)) refuse();
    return `v=${hmac(serverKey, asked).toString('base64')}`;
  }
}
