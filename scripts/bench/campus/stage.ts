import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectMongo } from '@flint/services';
import { freePort } from '@flint/testing/free-port';
import { startProgram, type Program } from '@flint/testing/program';
import { S3_KEYS } from '@flint/testing/s3-double';
import { startPushService, type PushService } from '@flint/testing/push-service';
import { startTlsDoor, type TlsDoor } from '@flint/testing/tls-door';
import type { Connection } from 'mongoose';
import { operate } from '../../operate/operate';
import { startGate, type Service } from './away';
import { startBalancer, type Balancer } from './balancer';
import { startCaddy, startPictureStore } from './installed';
import { startCollector, type Collector } from './collector';
import { startTelemetrySink, type TelemetrySink } from '@flint/testing/telemetry-sink';
import type { CampusTimes } from './times';
import { startMailSink, type MailSink } from './mail-sink';

export const SAFETY_EMAIL = 'safety@campus.edu';
/** From the signal to the end of an API process. */
const EXIT_MS = 10_000;
/** How long the certificate of the beginning is valid. */
export const CERTIFIED_MS = 60 * 86_400_000;
const API = 'scripts/bench/campus/api-process.ts';
/** Its place after the two page servers. */
const DESK = 2;

export interface StageOptions {
  readonly students: number;
  /** Time of a stopping process for the balancer; 5 s in production. */
  readonly announceMs: number;
  /** Time of a request before a 503; 1.8 s in production. */
  readonly patienceMs?: number;
  /** Two page servers and the desk, from built files, and a proxy and an S3 server that we did not write, where they are installed. */
  readonly pages: boolean;
}

export interface Stage extends AsyncDisposable {
  readonly dir: string;
  readonly balancer: Balancer;
  /** The desk's address; empty without pages. */
  readonly desk: string;
  readonly ports: readonly [number, number];
  /** The API processes, by their place in `ports`. */
  readonly apis: Program[];
  /** The page servers and the desk; empty without pages. */
  readonly others: Program[];
  readonly mail: MailSink;
  readonly photoStore: Service;
  /** PUBLIC_URL: TLS in front of the balancer. */
  readonly door: TlsDoor;
  readonly push: PushService;
  /** The way to the push service. */
  readonly pushWay: Service;
  /** Which proxy and which store of pictures it has. */
  readonly has: string;
  readonly collector: Collector;
  readonly telemetry: TelemetrySink;
  /** The database, around the API. */
  readonly admin: Connection;
  killDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  /** Stops every process that writes: the API processes and the desk. */
  stop(): Promise<void>;
  /** Starts those that do not run; resolves when requests reach them. */
  begin(): Promise<void>;
  /** Replaces the API processes, one after another, then the desk. Throws if an API process does not end by itself within 10 s. */
  restart(): Promise<void>;
  /** Settings of processes that start from here on. */
  set(settings: Readonly<Record<string, string>>): void;
  /** Runs `npx flint operate …` in this process; returns what it says. Throws unless it ends with 0. */
  operate(...args: string[]): Promise<string>;
  /** Starts a program of the repository with the settings. */
  start(file: string, ...args: string[]): Program;
  /** Sets the clocks of the API processes forward, or of one of them. */
  setClock(aheadMs: number, at?: number): Promise<void>;
}

const hasEnded = ({ child }: Program) => child.exitCode !== null || child.signalCode !== null;
const keyOf = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
/** The key of the beginning, and the one that a drill changes to. */
export const KEYS = { old: keyOf('k1'), fresh: keyOf('k2') } as const;

/** What a campus has in production, on this machine: a database, two API processes, two page servers, the desk, a balancer, mail, pictures, metrics. */
export async function startStage({ students, announceMs, patienceMs, pages }: StageOptions): Promise<Stage> {
  const stops: (() => unknown)[] = [];
  const close = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  const running = (program: Program) => {
    stops.push(() => program.child.exitCode ?? program.child.signalCode ?? program.end('SIGKILL'));
    return program;
  };
  try {
    const dir = await mkdtemp(path.join(tmpdir(), 'flint-campus-'));
    stops.push(() => rm(dir, { recursive: true, force: true }));
    const folder = path.join(dir, 'db');
    const uri = `mongodb://${encodeURIComponent(path.join(folder, 'mongo.sock'))}/flint?directConnection=true`;
    const first = await freePort(6);
    const [ports, webPorts, deskPort] = [[first, first + 1], [first + 2, first + 3], first + 4] as const;
    const api = { ports, healthPath: '/health/ready' };
    const web = pages ? { ports: webPorts, healthPath: '/remotes.json' } : undefined;
    const caddy = web && (await startCaddy({ api, web, deskPort }, dir));
    const balancer = caddy ?? (await startBalancer(api, web));
    stops.push(balancer.close);
    const door = await startTlsDoor(Number(new URL(balancer.url).port), new Date(Date.now() + CERTIFIED_MS));
    stops.push(door.close);
    const mail = await startMailSink();
    stops.push(mail.close);
    const pictures = await startPictureStore(dir, pages);
    stops.push(pictures.close);
    const photoStore = await startGate(pictures.port);
    stops.push(photoStore.close);
    const push = await startPushService();
    stops.push(() => push[Symbol.asyncDispose]());
    const pushWay = await startGate(push.port);
    stops.push(pushWay.close);
    const telemetry = await startTelemetrySink();
    stops.push(telemetry.close);
    const token = randomBytes(24).toString('hex');
    let settings: Record<string, string> = {
      NODE_ENV: 'production',
      PUBLIC_URL: door.url,
      DESK_URL: 'https://desk.campus.edu',
      DESK_OPERATORS: 'kim=kim@campus.edu',
      DESK_PORT: String(deskPort),
      DATA_DIR: dir,
      RELEASES: path.join(dir, 'releases'),
      MONGODB_URI: uri,
      FLINT_SECRET: randomBytes(48).toString('base64'),
      DATA_KEYS: KEYS.old,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      SMTP_PLAINTEXT: 'true',
      MAIL_FROM: 'Flint <no-reply@campus.edu>',
      SAFETY_EMAIL,
      S3_ENDPOINT: `http://127.0.0.1:${photoStore.port}`,
      S3_BUCKET: pictures.bucket,
      S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
      // Caddy adds one to the proxy that each student pretends to be
      TRUSTED_PROXIES: caddy ? '2' : '1',
      METRICS_TOKEN: token,
      OTEL_EXPORTER_OTLP_ENDPOINT: telemetry.url,
      OTEL_BSP_SCHEDULE_DELAY: '500',
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
      OTEL_METRIC_EXPORT_TIMEOUT: '1000',
      LOG_LEVEL: 'error',
    };
    const startDatabase = async () => {
      database = running(
        startProgram(['packages/embedded-mongo/src/cli.ts', 'serve', '--data', folder], settings),
      );
      await database.said('mongodb://');
    };
    let database!: Program;
    await startDatabase();
    const run = async (env: Readonly<Record<string, string>>, args: readonly string[]) => {
      const said: string[] = [];
      const code = await operate(args, env, (line) => void said.push(line));
      if (code !== 0) throw new Error(`operate ${args.join(' ')} ended with ${code}: ${said.join(' ')}`);
      return said.join('\n');
    };
    await run(settings, ['migrate']);
    await run({ ...settings, NODE_ENV: 'test' }, ['seed', '--students', String(students)]);
    const admin = await connectMongo(uri);
    stops.push(() => admin.close());
    const clockOf = (at: number) => path.join(dir, `clock-${at}`);
    await Promise.all([0, 1].map((at) => writeFile(clockOf(at), '0')));
    const start = (file: string, ...args: string[]) => running(startProgram([file, ...args], settings));
    const times: CampusTimes = { announceMs, patienceMs, pushPort: pushWay.port };
    const apis: Program[] = [];
    const startApi = async (at: number) => {
      const own = { PORT: String(ports[at]), CAMPUS_CLOCK: clockOf(at), CAMPUS_TIMES: JSON.stringify(times) };
      apis[at] = running(startProgram([API], { ...settings, ...own }));
      // it may end before it serves
      await Promise.race([
        balancer.ready(ports[at]!),
        apis[at].exit.then((code) =>
          Promise.reject(new Error(`an API process ended with ${code}: ${apis[at]!.output()}`)),
        ),
      ]);
    };
    await Promise.all([startApi(0), startApi(1)]);
    const others: Program[] = [];
    const startOther = async (at: number) => {
      const port = webPorts[at];
      if (port === undefined) {
        others[at] = start('scripts/serve/desk.ts');
        await others[at].said('listens at');
      } else {
        others[at] = running(startProgram(['scripts/serve/web.ts'], { ...settings, PORT: String(port) }));
        await balancer.ready(port);
      }
    };
    if (pages) await Promise.all([0, 1, DESK].map(startOther));
    const probed = pages
      ? [
          ...webPorts.map((port) => `http://127.0.0.1:${port}/remotes.json`),
          `http://127.0.0.1:${deskPort}/health/live`,
        ]
      : [];
    const collector = startCollector(ports, token, probed);
    stops.push(collector.close);
    return {
      dir,
      balancer,
      desk: pages ? `http://127.0.0.1:${deskPort}` : '',
      ports,
      apis,
      others,
      mail,
      photoStore,
      door,
      push,
      pushWay,
      has: `${balancer.name}, ${pictures.name}`,
      collector,
      telemetry,
      admin,
      startDatabase,
      killDatabase: async () => void (await database.end()),
      async stop() {
        await Promise.all([...apis, ...others.slice(DESK)].map((each) => each.end('SIGTERM')));
      },
      async begin() {
        const away = (programs: readonly Program[]) =>
          [...programs.keys()].filter((at) => hasEnded(programs[at]!));
        await Promise.all([...away(apis).map(startApi), ...away(others).map(startOther)]);
      },
      async restart() {
        for (const [at, api] of apis.entries()) {
          const asked = performance.now();
          const code = await api.end('SIGTERM');
          const took = performance.now() - asked;
          if (code !== 0) throw new Error(`an API process ended with ${code}: ${api.output()}`);
          if (took > EXIT_MS) throw new Error(`an API process ended after ${(took / 1_000).toFixed(1)} s`);
          await startApi(at);
        }
        if (!pages) return;
        await others[DESK]!.end('SIGTERM');
        await startOther(DESK);
      },
      set: (more) => void (settings = { ...settings, ...more }),
      operate: (...args) => run(settings, args),
      start,
      async setClock(aheadMs, at) {
        if (at === undefined) collector.setClock(aheadMs);
        for (const each of at === undefined ? [0, 1] : [at]) {
          await writeFile(clockOf(each), String(aheadMs));
          apis[each]!.child.kill('SIGUSR2');
        }
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
