import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this process; names and labels follow Prometheus' conventions. */
export const registry = new Registry();
const registers = [registry];

/** By declared route, not by path, so that labels are few and name nobody. */
export const requestSeconds = new Histogram({
  name: 'flint_http_request_duration_seconds',
  help: 'Time to an answer; of an event stream, to its first byte',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});

export const databaseUp = new Gauge({
  name: 'flint_database_up',
  help: '1 while the database answers this process, else 0',
  labelNames: ['university'],
  registers,
});

export const photoStoreUp = new Gauge({
  name: 'flint_photo_store_up',
  help: '1 while the photo store answers this process, else 0',
  labelNames: ['university'],
  registers,
});

export const certificateEnds = new Gauge({
  name: 'flint_certificate_end_timestamp_seconds',
  help: 'When the certificate of PUBLIC_URL ends, as this process saw it last; none where it never reached that address',
  labelNames: ['university'],
  registers,
});

export const reportOldest = new Gauge({
  name: 'flint_report_oldest_seconds',
  help: 'Age of the oldest safety report or appeal without a decision; 0 without one',
  labelNames: ['university'],
  registers,
});

export const mailWaiting = new Gauge({
  name: 'flint_mail_waiting',
  help: 'Messages not delivered yet, those to be tried again included',
  labelNames: ['university'],
  registers,
});

export const jobsOldest = new Gauge({
  name: 'flint_job_oldest_seconds',
  help: 'How long the oldest job of a kind has been due: a safety mail, a notice of an offer',
  labelNames: ['university', 'kind'],
  registers,
});

export const mailTotal = new Counter({
  name: 'flint_mail_total',
  help: 'Messages by how an attempt ended',
  labelNames: ['university', 'result'],
  registers,
});

export const pushTotal = new Counter({
  name: 'flint_push_total',
  help: 'Alerts handed to push services, by how it ended',
  labelNames: ['result'],
  registers,
});

export const picturesWaiting = new Gauge({
  name: 'flint_pictures_waiting',
  help: 'Uploaded pictures waiting to be remade',
  registers,
});

export const roundReady = new Gauge({
  name: 'flint_round_ready_timestamp_seconds',
  help: 'When the current matching round was published, or this process started if there is none; at most a day and a few hours ago',
  labelNames: ['university'],
  registers,
});

export const backupReady = new Gauge({
  name: 'flint_backup_timestamp_seconds',
  help: 'When the last daily backup was made, or an API process first asked if there is none; at most a day and a few hours ago',
  labelNames: ['university'],
  registers,
});

export const roundTaken = new Gauge({
  name: 'flint_round_oldest_list_timestamp_seconds',
  help: 'When the answers were read that the oldest match list in force was made from',
  labelNames: ['university'],
  registers,
});

export const vitals = new Histogram({
  name: 'flint_browser_vital_seconds',
  help: 'Web vitals as browsers report them: LCP, INP, FCP, TTFB in seconds, CLS without a unit',
  labelNames: ['vital'],
  buckets: [0.05, 0.1, 0.25, 0.5, 0.8, 1.2, 1.8, 2.5, 4, 8],
  registers,
});

export const remoteFailures = new Counter({
  name: 'flint_remote_failures_total',
  help: 'Screens that did not load or broke, as browsers report them',
  labelNames: ['remote', 'code'],
  registers,
});

export const remoteLoads = new Counter({
  name: 'flint_remote_loads_total',
  help: 'Pages that began to load a remote, and pages in which it failed, as browsers report them; releases are compared by npx flint release list',
  labelNames: ['remote', 'result'],
  registers,
});

/** The age of the oldest of something; 0 without one. */
export const ageInSeconds = (since: Date | undefined, now: Date): number =>
  since ? Math.max(0, now.getTime() - since.getTime()) / 1000 : 0;

let isCollecting = false;

/** Adds figures of this process from the first call on, if they are read: prom-client then observes every garbage collection. */
export function collectProcessMetrics(): void {
  if (!isCollecting) collectDefaultMetrics({ register: registry, prefix: 'flint_' });
  isCollecting = true;
}
