import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { EnvSchema } from '@flint/services/operations';
import { parse, parseAllDocuments } from 'yaml';
import { ENTRIES } from '../build/image-entries';
import { API_PATHS } from '../serve/api-paths';

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const settings = Object.keys(EnvSchema.shape);

describe('compose.yaml', () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, Record<string, any>>;
  };
  const all = Object.entries(services);

  it('dclint - finds no error', async () => {
    const lint = promisify(execFile)(process.execPath, [
      path.join(path.dirname(require.resolve('dclint/package.json')), 'bin/dclint.cjs'),
      '--max-warnings=-1',
      path.join(ROOT, 'compose.yaml'),
    ]);
    const { stdout } = await lint.catch((error: { stdout: string }) => {
      throw new Error(error.stdout);
    });
    expect(stdout).not.toMatch(/\berror\b/);
  });

  it('an installation - has two API processes, replica set, bucket, mail, proxy and page', () => {
    expect(Object.keys(services).sort().join(' ')).toBe(
      'api-1 api-2 backup bucket desk mail migrate mongo photos proxy web',
    );
    // whatever serves is there again after a crash and a start of the machine
    const once = all.filter(([, { restart }]) => restart !== 'unless-stopped').map(([name]) => name);
    expect(once.sort()).toEqual(['backup', 'bucket', 'migrate']);
    expect(JSON.stringify(services.mongo!.entrypoint)).toMatch(/--replSet flint --keyFile/);
    expect(services.mongo!.environment).toMatchObject({ MONGO_INITDB_ROOT_USERNAME: 'flint' });
    // the API has its own user of the object store
    expect(services['api-1']!.environment!.S3_ACCESS_KEY_ID).not.toBe(
      services.photos!.environment!.MINIO_ROOT_USER,
    );
  });

  it('the API’s user of the object store - may read, write, delete and list in its bucket, and nothing else', () => {
    const { POLICY, S3_USER, ROOT_USER } = services.bucket!.environment;
    expect(JSON.parse(POLICY).Statement).toEqual([
      { Effect: 'Allow', Action: ['s3:ListBucket'], Resource: ['arn:aws:s3:::flint-photos'] },
      {
        Effect: 'Allow',
        Action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
        Resource: ['arn:aws:s3:::flint-photos/*'],
      },
    ]);
    for (const name of ['api-1', 'api-2', 'web', 'migrate'])
      expect(JSON.stringify(services[name]!.environment)).not.toContain('S3_ROOT');
    expect([S3_USER, ROOT_USER].map((each) => /[A-Z0-9_]+/.exec(each)![0])).toEqual([
      'S3_ACCESS_KEY_ID',
      'S3_ROOT_USER',
    ]);
  });

  it('a backup, and a restore - by docker compose run - use a folder that stays, and no release starts them', () => {
    const { profiles, command, entrypoint, volumes, environment } = services.backup!;
    expect([...entrypoint, ...command].join(' ')).toBe(
      'node dist/server/operate.mjs backup /backups --daily',
    );
    expect(volumes).toContain('${BACKUPS_DIR:-backups}:/backups');
    expect(environment).toEqual(services['api-1']!.environment);
    expect(profiles).toEqual(['backup']);
  });

  it('Prometheus - asks each server that the proxy sends requests to', () => {
    const { scrape_configs } = parse(read('deploy/grafana/prometheus.yml')) as {
      scrape_configs: { static_configs: { targets: string[] }[] }[];
    };
    const collected = scrape_configs.flatMap(({ static_configs: [set] }) => set!.targets);
    const served = [...read('deploy/Caddyfile').matchAll(/\b(?:api-\d|web|desk):\d+/g)].map(([at]) => at);
    expect(collected.map((target) => /[\w-]+:\d+/.exec(target)![0]).toSorted()).toEqual(served.toSorted());
  });

  it.each(all)('%s - is read-only, without capabilities, pinned, and examined', (name, service) => {
    expect(service.read_only).toBe(true);
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    if (!service.image.startsWith('flint-')) expect(service.image).toMatch(/:[\w.-]*\d/);
    const isJob = ['migrate', 'bucket'].includes(name);
    if (!isJob && !service.image.startsWith('flint-')) expect(service.healthcheck.test).toBeDefined();
    // ports are open on this machine only
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it.each(all)('%s - has existing settings, and waits for existing services', (_name, service) => {
    if (service.image.startsWith('flint-'))
      for (const name of Object.keys(service.environment))
        if (!name.startsWith('OTEL_')) expect(settings).toContain(name);
    for (const needed of Object.keys(service.depends_on ?? {}))
      expect(Object.keys(services)).toContain(needed);
  });
});

describe('what an operator sets for the whole installation', () => {
  const { services } = parse(read('compose.yaml'), { merge: true });
  const configured = parseAllDocuments(read('deploy/k8s/flint.yaml'))
    .map((each) => each.toJS() as any)
    .find(({ kind }) => kind === 'ConfigMap').data;
  // what compose.yaml decides itself, or another service of it gets
  const composed =
    /^(?:NODE_ENV|PUBLIC_URL|PORT|HOST|MONGODB_URI|DATA_DIR|S3_[EBRP]|SMTP_|DESK_(?:PORT|URL)|P(?:USH|LACES)_|RELEASE|API_URL|TRUSTED_)/;
  const telemetry = new Set(read('docs/operations.md').match(/\bOTEL_\w+/g));
  const passed = [...settings.filter((name) => !composed.test(name)), ...telemetry];

  it.each([
    ...passed.map((name) => [name, 'api-1', 'api-2']),
    ['SUPABASE_URL', 'web'],
    ['RELEASES_LEAST', 'web'],
  ])('%s in .env - reaches %s of compose.yaml', (name, ...given) => {
    for (const each of given)
      expect(services[each].environment[name!]).toMatch(new RegExp(`^\\$\\{${name}:[-?]`));
  });

  it.each(['UNIVERSITY_EMAIL_HOST', 'MAIL_FROM', 'SAFETY_EMAIL', 'TRUSTED_PROXIES', 'PUBLIC_URL'])(
    '%s, without which the doctor warns - is in deploy/k8s/flint.yaml',
    (name) => expect(configured[name]).toBeTruthy(),
  );
});

describe('a file that an operator replaces', () => {
  const folderOf = (file: string) => path.posix.dirname(file);

  it('compose.yaml - mounts the operator’s folder, if set, read-only in every API process', () => {
    const { services } = parse(read('compose.yaml'), { merge: true });
    for (const name of ['api-1', 'api-2']) {
      const { environment, volumes } = services[name];
      const [, file] = /^\$\{PLACES_DIR:\+(.+)\}$/.exec(environment.PLACES_FILE)!;
      expect(volumes).toContain(`\${PLACES_DIR:-/dev/null}:${folderOf(file!)}:ro`);
    }
  });

  it('compose.yaml - mounts the folders of releases, of their keys and of its memory in the page server, so that a release and a revoked key are seen, and no older pointer passes', () => {
    const { environment, volumes } = parse(read('compose.yaml'), { merge: true }).services.web;
    expect(volumes).toContain(`\${RELEASES_DIR:-remotes}:${environment.RELEASES}`);
    const [, file] = /^\$\{RELEASE_KEYS_DIR:\+(.+)\}$/.exec(environment.RELEASE_KEYS)!;
    expect(volumes).toContain(`\${RELEASE_KEYS_DIR:-/dev/null}:${folderOf(file!)}:ro`);
    const [, dataDir] = /^ENV .*\bDATA_DIR=(\S+)/m.exec(read('deploy/Dockerfile'))!;
    expect(volumes).toContain(`web-data:${dataDir}`);
  });

  it('deploy/k8s/flint.yaml - mounts a config map where PLACES_FILE looks, and starts without one', () => {
    const documents = parseAllDocuments(read('deploy/k8s/flint.yaml')).map((each) => each.toJS() as any);
    const { PLACES_FILE } = documents.find(({ kind }) => kind === 'ConfigMap').data;
    const { spec } = documents.find(
      ({ kind, metadata }) => `${kind} ${metadata.name}` === 'Deployment flint-api',
    );
    const [{ volumeMounts }] = spec.template.spec.containers;
    const mount = volumeMounts.find(({ mountPath }: any) => mountPath === folderOf(PLACES_FILE));
    expect(mount).toMatchObject({ readOnly: true });
    const volume = spec.template.spec.volumes.find(({ name }: any) => name === mount.name);
    expect(volume.configMap).toEqual({ name: 'flint-places', optional: true });
  });
});

describe('deploy/Dockerfile', () => {
  const lines = read('deploy/Dockerfile').split('\n');
  const stages = lines.flatMap((line) => /^FROM (\S+) AS (\S+)/.exec(line)?.slice(1, 3) ?? []);

  it('images - use one pinned Node, run as node, and have health checks', () => {
    expect(stages).toContain('api');
    expect(stages).toContain('web');
    for (const line of lines.filter((each) => each.startsWith('FROM node')))
      expect(line).toMatch(/node:24\.\d+-/);
    expect(lines.filter((line) => line.startsWith('USER'))).toEqual(['USER node']);
    expect(lines.filter((line) => line.startsWith('HEALTHCHECK'))).toHaveLength(3);
    expect(lines.some((line) => /^ADD |:latest|curl .*\| *sh/.test(line))).toBe(false);
  });

  it('the command - in every file - is a compiled entry of the image', () => {
    const commands = ['deploy/Dockerfile', 'compose.yaml', 'deploy/k8s/flint.yaml'].flatMap((file) =>
      [...read(file).matchAll(/dist\/server\/([\w-]+)\.mjs/g)].map(([, name]) => name!),
    );
    expect(new Set(commands)).toEqual(new Set(['api', 'web', 'desk', 'safety', 'operate']));
    for (const name of commands) expect(Object.keys(ENTRIES)).toContain(name);
    for (const file of ['deploy/Dockerfile', 'compose.yaml', 'deploy/k8s/flint.yaml'])
      expect(read(file)).not.toMatch(/tsx|scripts\//);
  });

  it('a new remote - needs no line here', () => {
    expect(lines.filter((line) => line.includes('mfe-'))).toEqual([]);
  });
});

describe('deploy/k8s', () => {
  const documents = ['flint.yaml', 'restore.yaml']
    .flatMap((file) => parseAllDocuments(read(`deploy/k8s/${file}`)))
    .map((each) => each.toJS() as any);
  const named = (kind: string) => documents.filter((each) => each.kind === kind);
  const jobs = [...named('Job'), ...named('CronJob').map(({ spec }) => spec.jobTemplate)];
  const pods = [...named('Deployment'), ...jobs].map(({ spec }) => spec.template.spec);

  it('every object - has version, kind and name', () => {
    for (const each of documents)
      expect(
        [each.apiVersion, each.kind, each.metadata.name ?? each.metadata.generateName].every(Boolean),
      ).toBe(true);
  });

  it('every pod - runs unprivileged, read-only, with limits and health checks', () => {
    for (const pod of pods) {
      expect(pod.securityContext.runAsNonRoot).toBe(true);
      for (const container of pod.containers) {
        expect(container.securityContext).toMatchObject({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources.limits.memory).toBeDefined();
        expect(container.image).toMatch(/:\d/);
        for (const { name } of container.volumeMounts)
          expect(pod.volumes.map((volume: any) => volume.name)).toContain(name);
        if (pod.restartPolicy !== 'Never') expect(container.readinessProbe.httpGet.path).toMatch(/^\//);
      }
    }
  });

  it('a night - has one backup, never two at once, on a volume that stays and that a restore reads', () => {
    const [{ spec }] = named('CronJob');
    expect([spec.concurrencyPolicy, spec.schedule]).toEqual([
      'Forbid',
      expect.stringMatching(/^\d+ \d+ \* \* \*$/),
    ]);
    const { containers, volumes } = spec.jobTemplate.spec.template.spec;
    expect(containers[0].command).toEqual([
      'node',
      'dist/server/operate.mjs',
      'backup',
      '/backups',
      '--daily',
    ]);
    const { name } = containers[0].volumeMounts.find(({ mountPath }: any) => mountPath === '/backups');
    const claim = volumes.find((volume: any) => volume.name === name);
    expect(claim.persistentVolumeClaim).toBeDefined();
    const restore = pods.find((pod) => pod.containers[0].command?.includes('restore'));
    expect(restore.volumes).toContainEqual(claim);
    // no release restores
    expect(read('deploy/k8s/flint.yaml')).not.toContain('restore,');
  });

  it('services and the ingress - point to existing pods, and every setting exists', () => {
    const labels = named('Deployment').map(({ spec }) => spec.template.metadata.labels.app);
    for (const { spec } of named('Service')) expect(labels).toContain(spec.selector.app);
    const backends = named('Ingress').flatMap(({ spec }) => spec.rules[0].http.paths);
    for (const { backend } of backends) expect(labels).toContain(backend.service.name);
    for (const name of Object.keys(named('ConfigMap')[0].data)) expect(settings).toContain(name);
  });
});

it('the safety desk - has its own host name, and is not reachable under the students’', () => {
  const hosts = parseAllDocuments(read('deploy/k8s/flint.yaml'))
    .map((each) => each.toJS() as any)
    .filter(({ kind }) => kind === 'Ingress')
    .map(({ spec }) => [spec.rules[0].host, JSON.stringify(spec).includes('flint-desk')]);
  expect(hosts).toEqual([
    ['flint.example.edu', false],
    ['desk.flint.example.edu', true],
  ]);
  expect(read('deploy/Caddyfile').split('desk.localhost {')[0]).not.toMatch(/desk:/);
});

it('proxies - forward every path of the API, except those for one machine only', () => {
  const caddy = read('deploy/Caddyfile');
  const ingress = read('deploy/k8s/flint.yaml');
  for (const at of API_PATHS.filter((each) => !/outbox|metrics|health/.test(each))) {
    expect(caddy).toContain(` ${at}`);
    expect(ingress).toContain(`path: ${at},`);
  }
  for (const text of [caddy, ingress]) expect(text).not.toMatch(/path: \/metrics|@api path.*\/metrics/);
});

it('Caddy - where no server takes requests - answers with Retry-After, as the API does', () => {
  expect(read('deploy/Caddyfile')).toMatch(/handle_errors \{\s+header Retry-After \d+\n/);
});

it('Caddy - of an idle connection - is sooner than each server that it sends to', () => {
  const text = read('deploy/Caddyfile');
  expect(text.match(/import servers/g)).toHaveLength(text.match(/reverse_proxy/g)!.length);
  const [, seconds] = /keepalive (\d+)s/.exec(text)!;
  const [, servers] = /keepAliveTimeout: (\d+)_000/.exec(read('services/src/http/graceful-server.ts'))!;
  expect(Number(seconds)).toBeLessThan(Number(servers));
});

it('the next API process - stops only when the proxy has seen the one that is ready, and knows that this one stops', () => {
  const [, seconds] = /health_interval (\d+)s/.exec(read('deploy/Caddyfile'))!;
  const api = parseAllDocuments(read('deploy/k8s/flint.yaml'))
    .map((each) => each.toJS() as any)
    .find(({ kind, metadata }) => `${kind} ${metadata.name}` === 'Deployment flint-api');
  expect(api.spec.minReadySeconds).toBeGreaterThan(2 * Number(seconds));
});
