import { spawn } from 'node:child_process';
import { access, constants, readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@flint/testing/free-port';
import { S3_KEYS, startS3Double } from '@flint/testing/s3-double';
import { REPOSITORY } from '../../compose/remotes';
import type { Balancer, Pool } from './balancer';
import { until } from './until';

/** How often Caddy looks at a process (deploy/Caddyfile), and a little more. */
const HEALTH_INTERVAL_MS = 2_500;

/** Whether this machine has a program of that name. */
async function isInstalled(name: string): Promise<boolean> {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const found = folders.map((folder) => access(path.join(folder, name), constants.X_OK));
  return (await Promise.allSettled(found)).some(({ status }) => status === 'fulfilled');
}

/** The status that an address answers with; 0 without an answer. */
const statusOf = (url: string): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ status }) => status,
    () => 0,
  );

/** Runs a program of this machine until `close`; throws what it printed if it ends before its address answers. */
async function run(
  name: string,
  args: readonly string[],
  url: string,
  folder: string,
): Promise<() => Promise<void>> {
  // what it keeps goes with the campus
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(name, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => (said = (said + String(chunk)).slice(-2_000)));
  const end = once(child, 'close');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  await until(`${name} answers`, async () => hasEnded() || (await statusOf(url)) > 0);
  if (hasEnded()) throw new Error(`${name} ended: ${said}`);
  return async () => {
    child.kill('SIGTERM');
    await end;
  };
}

export interface Servers {
  readonly api: Pool;
  readonly web: Pool;
  readonly deskPort: number;
}

/** deploy/Caddyfile with the addresses of this campus, which has no certificates, and whose students are behind proxies of their own. */
export function caddyfileOf(
  text: string,
  { api, web, deskPort }: Servers,
  port: number,
  own: number,
): string {
  const at = ({ ports }: Pool) => ports.map((each) => `127.0.0.1:${each}`).join(' ');
  const changes = [
    ['local_certs\n\tskip_install_trust', 'admin off'],
    ['flint.localhost {', `http://127.0.0.1:${port} {`],
    ['desk.localhost {', `http://127.0.0.1:${own} {`],
    ['api-1:4300 api-2:4300 {', `${at(api)} {\n\t\t\ttrusted_proxies private_ranges`],
    ['web:4300', at(web)],
    ['desk:4390', `127.0.0.1:${deskPort}`],
  ] as const;
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`deploy/Caddyfile has no ${from}`);
    return changed.replace(from, to);
  }, text);
}

/** Caddy with the configuration of deploy/ in front of a campus; null where it is not installed. */
export async function startCaddy(servers: Servers, folder: string): Promise<Balancer | null> {
  if (!(await isInstalled('caddy'))) return null;
  const port = await freePort(2);
  const file = path.join(folder, 'Caddyfile');
  const text = await readFile(path.join(REPOSITORY, 'deploy/Caddyfile'), 'utf8');
  await writeFile(file, caddyfileOf(text, servers, port, port + 1));
  const url = `http://127.0.0.1:${port}`;
  const close = await run('caddy', ['run', '--adapter', 'caddyfile', '--config', file], url, folder);
  return {
    name: 'Caddy with deploy/Caddyfile',
    url,
    async ready(each) {
      const { healthPath } = servers.api.ports.includes(each) ? servers.api : servers.web;
      const health = `http://127.0.0.1:${each}${healthPath}`;
      await until(`the server at ${each} is ready`, async () => (await statusOf(health)) === 200);
      // else the next process may stop before Caddy has seen this one
      await wait(HEALTH_INTERVAL_MS);
    },
    close,
  };
}

export interface PictureStore {
  /** What it is, for people. */
  readonly name: string;
  readonly port: number;
  readonly bucket: string;
  close(): Promise<void>;
}

/** Our double of S3, or moto's S3 server where one that we did not write is wanted and installed. */
export async function startPictureStore(folder: string, isForeign: boolean): Promise<PictureStore> {
  if (!isForeign || !(await isInstalled('moto_server'))) {
    const { endpoint, bucket, close } = await startS3Double();
    return { name: 'our double of S3', port: Number(new URL(endpoint).port), bucket, close };
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const close = await run('moto_server', ['-H', '127.0.0.1', '-p', String(port)], url, folder);
  const bucket = 'flint-campus';
  const headers = {
    authorization: `AWS4-HMAC-SHA256 Credential=${S3_KEYS.accessKeyId}/20261126/us-east-1/s3/aws4_request`,
  };
  const { ok, status } = await fetch(`${url}/${bucket}`, { method: 'PUT', headers });
  if (!ok) throw new Error(`moto makes no bucket: ${status}`);
  return { name: 'moto’s S3 server', port, bucket, close };
}
