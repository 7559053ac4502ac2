import { readFileSync } from 'node:fs';
import { startApi } from '../../compose/api';
import type { CampusTimes } from './times';
import { untilStopped } from '../../serve/until-stopped';

// One API process as `npx flint run api` starts it, on a clock that drills set: its file says by how many ms it is ahead, and SIGUSR2 that it changed.
const { CAMPUS_CLOCK = '', CAMPUS_TIMES = '' } = process.env;
const { announceMs, patienceMs } = JSON.parse(CAMPUS_TIMES) as CampusTimes;
const read = () => Number(readFileSync(CAMPUS_CLOCK, 'utf8'));
let ahead = read();
process.on('SIGUSR2', () => (ahead = read()));
const clock = { now: () => new Date(Date.now() + ahead) };
const api = await startApi(process.env, {
  clock,
  app: { timedMostMs: 1_000, ...(patienceMs && { patienceMs }) },
});
untilStopped({ ...api, close: () => api.close({ announceMs }) }, 'the API');
