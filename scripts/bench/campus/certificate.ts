import { setTimeout as wait } from 'node:timers/promises';
import https from 'node:https';
import { DAY_MS } from '@flint/contracts/time';
import { examine } from '../../doctor/checks';
import type { Scene } from './run-drill';
import { CERTIFIED_MS } from './stage';
import { until } from './until';

const ENDS = 'FlintCertificateEnds';

/** The status at an address for a client that trusts this certificate alone; why not, without an answer. */
const visit = (url: string, ca: string): Promise<string> =>
  new Promise((resolve) => {
    const request = https.get(`${url}/api/v1/config`, { ca, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(String(answer.statusCode)));
    });
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });

/** The certificate of the page is not renewed, and ends; then it is. */
export async function endCertificate({
  stage: { door, collector },
  pauseMs,
  expect,
  note,
}: Scene): Promise<void> {
  const day = (days: number) => door.show(new Date(Date.now() + days * DAY_MS + 60_000));
  const doctor = async () => {
    const found = await examine({ PUBLIC_URL: door.url, PORT: '0' }, '');
    return found.find(({ name }) => name === 'certificate')?.text ?? '';
  };
  const own = await day(3);
  expect('a certificate of three days is taken', (await visit(door.url, own)) === '200');
  await until(ENDS, () => collector.fired().includes(ENDS));
  const warned = await doctor();
  expect('the doctor says three days before it ends', warned.includes('3 days'));
  const ended = await visit(door.url, await day(-1));
  expect('browsers refuse one that has ended', ended === 'CERT_HAS_EXPIRED');
  const told = await doctor();
  expect('the doctor says that it has ended', told.includes('has ended'));
  note(`the doctor: ${warned}; then: ${told}`);
  await wait(pauseMs / 2);
  const fresh = await door.show(new Date(Date.now() + CERTIFIED_MS));
  expect('the renewed one is taken', (await visit(door.url, fresh)) === '200');
}
