import { readFileSync } from 'node:fs';
import https from 'node:https';
import { connect } from 'node:net';
import { startApi } from '../../compose/api';
import { PUSH_ORIGIN, type CampusTimes } from './times';
import { stopOnSignal } from '../../serve/until-stopped';

// One API process as `npx flint run api` starts it, on a clock that drills set: its file says by how many ms it is ahead, and SIGUSR2 that it changed.
const { CAMPUS_CLOCK = '', CAMPUS_TIMES = '' } = process.env;
const { announceMs, patienceMs, pushPort } = JSON.parse(CAMPUS_TIMES) as CampusTimes;
const read = () => Number(readFileSync(CAMPUS_CLOCK, 'utf8'));
let ahead = read();
process.on('SIGUSR2', () => (ahead = read()));
const clock = { now: () => new Date(Date.now() + ahead) };
// production sends alerts to public addresses only: behind this one is the push service of the campus
const { globalAgent } = https;
const connectAsEver = globalAgent.createConnection.bind(globalAgent);
globalAgent.createConnection = (options, done) =>
  options.host === new URL(PUSH_ORIGIN).host ? connect(pushPort, '127.0.0.1') : connectAsEver(options, done);
const api = await startApi(process.env, {
  clock,
  app: { timedMostMs: 1_000, ...(patienceMs && { patienceMs }) },
});
stopOnSignal({ ...api, close: () => api.close({ announceMs }) }, 'the API');
