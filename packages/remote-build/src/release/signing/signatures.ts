/**
 * Signed statements: compact JWS (RFC 7515) with ES256, by jose. `typ` is the kind of statement, so that one kind cannot pass for
 * another.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createPrivateKey, sign as signBytes, type KeyObject } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { JWK } from 'jose';
import { ReleaseRefused } from '../refused';
import { refuseKey, type KeyRing } from './key-ring';

export type StatementType = 'flint-release' | 'flint-test-release' | 'flint-pointer' | 'flint-registry';

/** Signs with one key. */
export interface Signer {
  readonly kid: string;
  sign(typ: StatementType, statement: object): Promise<string>;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const createSigner = (kid: string, signInput: (input: string) => Promise<Buffer>): Signer => ({
  kid,
  async sign(typ, statement) {
    const input = `${encode({ alg: 'ES256', typ, kid })}.${encode(statement)}`;
    return `${input}.${(await signInput(input)).toString('base64url')}`;
  },
});

async function fileSigner(file: string): Promise<Signer> {
  const info = await stat(file).catch(() => null);
  if (!info) throw new ReleaseRefused(`RELEASE_KEY: there is no ${file}.`);
  // Windows has no file modes
  if (process.platform !== 'win32' && info.mode & 0o077)
    throw new ReleaseRefused(`RELEASE_KEY: others can read ${file}: chmod 600.`);
  let kid: string | undefined;
  let key: KeyObject;
  try {
    const jwk = JSON.parse(await readFile(file, 'utf8')) as JWK;
    kid = jwk.kid;
    key = createPrivateKey({ key: jwk as import('node:crypto').JsonWebKey, format: 'jwk' });
  } catch {
    throw new ReleaseRefused(`RELEASE_KEY: ${file} is no private key: keys new makes one.`);
  }
  if (!kid) throw new ReleaseRefused(`RELEASE_KEY: ${file} has no kid.`);
  return createSigner(kid, (input) =>
    Promise.resolve(signBytes('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })),
  );
}

/** Converts an ECDSA signature in DER (openssl, key services) to the 64 bytes of a JWS. */
function fromDer(der: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 2; at + 2 <= der.length && parts.length < 2; at += 2 + (der[at + 1] ?? 0)) {
    const number = der.subarray(at + 2, at + 2 + (der[at + 1] ?? 0));
    parts.push(Buffer.concat([Buffer.alloc(32), number]).subarray(-32));
  }
  return Buffer.concat(parts);
}

/** A command that gets the bytes to sign on stdin and writes an ECDSA signature to stdout (DER, or 64 bytes). */
const commandSigner = (command: string, kid: string): Signer =>
  createSigner(kid, async (input) => {
    const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const ended = once(child, 'exit');
    const chunks: Buffer[] = [];
    for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
    const [code] = await ended;
    const bytes = Buffer.concat(chunks);
    const signature = bytes.length === 64 ? bytes : fromDer(bytes);
    if (code !== 0 || signature.length !== 64)
      throw new ReleaseRefused(`RELEASE_SIGNER did not sign: it ended with ${String(code)}.`);
    return signature;
  });

/** The configured signer: RELEASE_SIGNER with RELEASE_KEY_ID, else the key file RELEASE_KEY; null if neither is set. Throws ReleaseRefused. */
export async function signerOf(env: NodeJS.ProcessEnv): Promise<Signer | null> {
  const { RELEASE_SIGNER: command, RELEASE_KEY: file, RELEASE_KEY_ID: kid } = env;
  if (command && !kid) throw new ReleaseRefused('RELEASE_SIGNER needs RELEASE_KEY_ID: the kid of its key.');
  if (command && kid) return commandSigner(command, kid);
  return file ? fileSigner(file) : null;
}

const decodePart = (signed: string, part: number): unknown =>
  JSON.parse(Buffer.from(signed.split('.')[part] ?? '', 'base64url').toString('utf8'));

/** The key that a signed text names, not verified; undefined if it names none. */
export function kidOf(signed: string): string | undefined {
  try {
    return (decodePart(signed, 0) as { readonly kid?: string } | null)?.kid;
  } catch {
    return undefined;
  }
}

/** Decodes a signed statement without verification. Throws SyntaxError. */
export const peek = <T>(signed: string): T => decodePart(signed, 1) as T;

/**
 * Throws ReleaseRefused if a store returns an older statement than was seen `before`, or another one with its number. `what`: its words after the
 * remote's name, such as `pointer`.
 */
export function assertNotOlder<T>(
  before: string | undefined,
  signed: string,
  numberOf: (statement: T) => number,
  what: readonly [one: string, two: string],
): void {
  if (!before || before === signed) return;
  const [old, given] = [before, signed].map((each) => numberOf(peek<T>(each)));
  if (given! < old!)
    throw new ReleaseRefused(`has ${what[0]} ${given}, older than ${old}, which was seen before`);
  if (given === old) throw new ReleaseRefused(`has two ${what[1]} numbered ${given}`);
}

/** A cache of verified statements by key and signed text: a server verifies the same few repeatedly. */
const checked = new Map<string, unknown>();
const MOST_CHECKED = 200;

/** Verifies a signed text and returns its statement. Throws ReleaseRefused if the signature is wrong. */
async function readSigned(signed: string, jwk: JWK): Promise<unknown> {
  const key = `${JSON.stringify(jwk)} ${signed}`;
  if (checked.has(key)) return checked.get(key);
  const { compactVerify, importJWK } = await import('jose');
  let statement: unknown;
  try {
    const { payload } = await compactVerify(signed, await importJWK(jwk, 'ES256'), { algorithms: ['ES256'] });
    statement = JSON.parse(new TextDecoder().decode(payload));
  } catch {
    throw new ReleaseRefused('has a signature that does not fit it');
  }
  if (typeof statement !== 'object' || statement === null)
    throw new ReleaseRefused('is signed and states nothing');
  if (checked.size >= MOST_CHECKED) checked.clear();
  checked.set(key, statement);
  return statement;
}

/**
 * Verifies and returns a statement about a remote. Throws ReleaseRefused with words after the remote's name. `at`: the key must
 * not be retired by then; without it a retired key is accepted, a revoked one never.
 */
export async function verify<T extends { readonly remote: string }>(
  ring: KeyRing,
  signed: string,
  { typ, remote, at }: { readonly typ: StatementType; readonly remote: string; readonly at?: Date },
): Promise<T> {
  const { decodeProtectedHeader } = await import('jose');
  let header: { kid?: string; typ?: string };
  try {
    header = decodeProtectedHeader(signed);
  } catch {
    throw new ReleaseRefused('is not signed');
  }
  const { kid = '' } = header;
  const isTest = typ === 'flint-test-release';
  const reason = refuseKey(ring, { kid, remote, isTest, ...(at && { at }) });
  if (reason) throw new ReleaseRefused(reason, { why: 'gone' });
  if (header.typ !== typ) throw new ReleaseRefused(`is signed as ${String(header.typ)}, not as ${typ}`);
  const { jwk } = ring.keys.find((key) => key.kid === kid)!;
  const statement = (await readSigned(signed, jwk)) as T;
  if (statement.remote !== remote) throw new ReleaseRefused(`is signed for ${statement.remote}`);
  return statement;
}
