/** `npm run bench -- photos [rounds]`: the cost of one photo on the server and with sharp alone, in turn; and of bombs. */
import { request } from 'node:http';
import { startTestServer, type TestServer, type TestStudent } from '@flint/testing';
import sharp from 'sharp';
import { percentile } from './percentile';

const ROUNDS = Number(process.argv[2] ?? 25);
/** Goals: a photo costs the server at most this many times what sharp alone takes, and a bomb at most this many milliseconds (decisions/008). */
const GOALS = { times: 4, bombMs: 100 } as const;
const BOMBS_AT_ONCE = 50;
const out = (line: string) => process.stdout.write(`${line}\n`);

interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

/** Wall and processor milliseconds of some work, in all threads of this process. */
async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const [cpu, started] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { wall: performance.now() - started, cpu: (user + system) / 1000 };
}

const sorted = (costs: readonly Cost[], of: keyof Cost) =>
  costs.map((cost) => cost[of]).sort((a, b) => a - b);
const median = (costs: readonly Cost[], of: keyof Cost) => percentile(sorted(costs, of), 0.5);

/** A detailed picture, as JPEG. */
const photo = async (width: number, height: number, quality: number) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 24 } as const;
  const small = await sharp({
    create: { width: width / 4, height: height / 4, channels: 3, background: '#888', noise },
  })
    .png()
    .toBuffer();
  return sharp(small).resize(width, height).withMetadata({ orientation: 6 }).jpeg({ quality }).toBuffer();
};

const bareJpeg = (bytes: Buffer) =>
  sharp(bytes).rotate().resize(1024, 1024, { fit: 'inside', withoutEnlargement: true }).jpeg().toBuffer();
const bareWebp = (bytes: Buffer) =>
  sharp(bytes).rotate().resize(1024, 1024, { fit: 'inside', withoutEnlargement: true }).webp().toBuffer();

function put(server: TestServer, uploadUrl: string, bytes: Buffer, type: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': type, 'content-length': bytes.length };
    request(server.url + uploadUrl, { method: 'PUT', headers, agent: false })
      .on('error', reject)
      .on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)))
      .end(bytes);
  });
}

const ask = async (student: TestStudent, fileType: string): Promise<string> =>
  (await student.call('POST /photos/upload-url', { fileName: 'me', fileType })).body.uploadUrl;

/** One upload: address, bytes, checks, and four files flushed to disk. */
async function upload(server: TestServer, student: TestStudent, bytes: Buffer): Promise<void> {
  const status = await put(server, await ask(student, 'image/jpeg'), bytes, 'image/jpeg');
  if (status !== 201) throw new Error(`the upload was answered ${status}`);
}

/** Prints a row of wall time and one of processor time. Returns whether the goal holds against sharp for that format. */
async function compare(
  server: TestServer,
  name: string,
  bytes: Buffer,
  against: 'jpeg' | 'webp',
): Promise<boolean> {
  const students: TestStudent[] = [];
  for (let i = 0; i < ROUNDS + 2; i++) students.push(await server.signIn());
  const kinds: Record<string, () => Promise<unknown>> = {
    jpeg: () => bareJpeg(bytes),
    webp: () => bareWebp(bytes),
    server: () => upload(server, students.pop()!, bytes),
  };
  const costs: Record<string, Cost[]> = { jpeg: [], webp: [], server: [] };
  for (let round = -2; round < ROUNDS; round++)
    for (const [kind, work] of Object.entries(kinds)) {
      const cost = await costOf(work);
      if (round >= 0) costs[kind]!.push(cost);
    }
  const line = (of: keyof Cost) =>
    Object.keys(kinds)
      .map((kind) => median(costs[kind]!, of).toFixed(0))
      .join(' | ');
  const ratio = (kind: string, of: keyof Cost) =>
    (median(costs.server!, of) / median(costs[kind]!, of)).toFixed(2);
  const ratios = (of: keyof Cost) => `${ratio('jpeg', of)} | ${ratio('webp', of)}`;
  out(`${name}, ${(bytes.length / 1024).toFixed(0)} KiB | wall ms | ${line('wall')} | ${ratios('wall')}`);
  out(`${name}, ${(bytes.length / 1024).toFixed(0)} KiB | cpu ms | ${line('cpu')} | ${ratios('cpu')}`);
  return Number(ratio(against, 'cpu')) <= GOALS.times;
}

async function bombs(server: TestServer): Promise<boolean> {
  const bomb = await sharp({
    create: { width: 16_000, height: 16_000, channels: 3, background: '#000' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const student = await server.signIn();
  const urls = await Promise.all(Array.from({ length: BOMBS_AT_ONCE + 9 }, () => ask(student, 'image/png')));
  const single: Cost[] = [];
  for (const url of urls.splice(0, 9)) single.push(await costOf(() => put(server, url, bomb, 'image/png')));
  const one = median(single, 'wall');
  const before = process.memoryUsage.rss();
  const answers: number[] = [];
  const all = await costOf(() =>
    Promise.all(urls.map(async (url) => answers.push(await put(server, url, bomb, 'image/png')))),
  );
  const megabytes = (process.memoryUsage.rss() - before) / 1048576;
  out(
    `256 megapixels in ${(bomb.length / 1024).toFixed(0)} KiB: one refused in ${one.toFixed(0)} ms (median of 9), ${median(single, 'cpu').toFixed(0)} ms of the processor`,
  );
  out(
    `${BOMBS_AT_ONCE} at once: all ${[...new Set(answers)].join(', ')} in ${all.wall.toFixed(0)} ms, ${(all.wall / BOMBS_AT_ONCE).toFixed(1)} ms each; memory grew by ${megabytes.toFixed(0)} MB`,
  );
  return one < GOALS.bombMs && all.wall / BOMBS_AT_ONCE < GOALS.bombMs && megabytes < 100;
}

{
  await using server = await startTestServer();
  out(`medians of ${ROUNDS} rounds, in turns | | sharp to JPEG | sharp to WebP | server | to JPEG | to WebP`);
  const met = [
    await compare(server, '12 megapixels from a phone', await photo(4000, 3000, 90), 'jpeg'),
    await compare(server, 'as the screen sends it', await photo(1024, 768, 85), 'webp'),
    await bombs(server),
  ];
  process.exitCode = met.every(Boolean) ? 0 : 1;
}
