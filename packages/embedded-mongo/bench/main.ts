import path from 'node:path';
import { temporaryFolder } from '../src/testing/folder';
import { compareSides, fill, median, openSide, probe, processorTime } from './measure';
import { OPERATIONS } from './operations';

// `npm run bench -- database`: ends with 0 when every goal is met. Ratios, not times: they hold on any machine.
const SIZES = [10_000, 100_000] as const;
const GOALS = { growth: 1.5, serverShare: 0.15, startMs: 1000, megabytes: 150 } as const;

const say = (text: string) => void process.stdout.write(`${text}\n`);
const row = (...cells: string[]) => say(`| ${cells.join(' | ')} |`);
const misses: string[] = [];
const goal = (what: string, value: number, most: number) => {
  if (value > most) misses.push(what);
  return `${value.toFixed(2)} (at most ${most})`;
};

const folder = temporaryFolder();
const folders = SIZES.map((size) => path.join(folder.path, String(size)));
const sides = await Promise.all(SIZES.map((size, at) => openSide(folders[at] ?? '', size)));
for (const side of sides) await fill(side);

row('operation through mongoose', '10,000 documents', '100,000 documents', 'ratio');
row('---', '---', '---', '---');
let readMicros = 1;
for (const operation of OPERATIONS) {
  await compareSides(operation, sides, 2, 40);
  const [small = 0, large = 0] = await compareSides(operation, sides);
  if (operation.name === 'read by _id' && sides[1]) readMicros = await processorTime(operation, sides[1]);
  row(
    operation.name,
    `${small.toFixed(3)} ms`,
    `${large.toFixed(3)} ms`,
    goal(operation.name, large / small, GOALS.growth),
  );
}
for (const { close } of sides) await close();

const probes = [];
for (let turn = 0; turn < 3; turn++) probes.push(await probe(folders[1] ?? '', SIZES[1]));
const [{ documents, bytes, memory, rss } = { documents: 0, bytes: 0, memory: 0, rss: 0 }] = probes;
const startMs = median(probes.map((one) => one.startMs));
const startCpuMs = median(probes.map((one) => one.startCpuMs));
const serverMicros = median(probes.map((one) => one.readMicros));
const megabytes = (value: number) => `${Math.round(value / 1e6)} MB`;
say('');
row('at 100,000 documents', 'measured', 'goal');
row('---', '---', '---');
row(
  'server share of a read by _id, in processor time',
  `${serverMicros.toFixed(0)} of ${readMicros.toFixed(0)} µs`,
  goal('server share', serverMicros / readMicros, GOALS.serverShare),
);
// processor time, because other work on the machine does not count
row(
  `start-up with ${documents} documents`,
  `${startMs.toFixed(0)} ms, ${startCpuMs.toFixed(0)} ms of it working`,
  `${goal('start-up', startCpuMs, GOALS.startMs)} ms`,
);
row(
  `memory after the start, with ${megabytes(bytes)} of data`,
  `process ${megabytes(rss)}, ${megabytes(memory)} of it for the database`,
  goal('memory', rss / 1e6, GOALS.megabytes),
);
say('');
if (misses.length > 0) say(`Missed: ${misses.join(', ')}.`);
folder[Symbol.dispose]();
process.exitCode = misses.length === 0 ? 0 : 1;
