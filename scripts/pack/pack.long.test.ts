import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '../compose/remotes';
import { serveReleases } from '@flint/remote-build/cli/serve';
import { packAll, type Packed } from './pack';
import { openConsumer } from './testing/consumer';

const TSC = path.join(REPOSITORY, 'node_modules/typescript/bin/tsc');

let place: string;
let archives: string;
let server: Server;
let registry: string;
let packed: readonly Packed[];
let consumer: string;

const run = (args: readonly string[], cwd = consumer) => promisify(execFile)(process.execPath, args, { cwd });
const read = (...at: string[]) => readFileSync(path.join(consumer, ...at), 'utf8');
const manifestOf = (name: string) =>
  JSON.parse(read('node_modules', name, 'package.json')) as {
    private?: boolean;
    license?: string;
    version: string;
    exports: Record<string, string | { types: string; import: string }>;
    dependencies: Record<string, string>;
    peerDependencies?: Record<string, string>;
  };

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'flint-packed-'));
  archives = path.join(place, 'archives');
  server = await serveReleases(archives, 0);
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  packed = await packAll(archives, registry, path.join(place, 'work'));
  consumer = await openConsumer(packed);
});
afterAll(() => void server.close());

/** Every module that a consumer may import from a package; for a pattern, each matching file. */
function importsOf(name: string): readonly string[] {
  return Object.entries(manifestOf(name).exports).flatMap(([key, target]) => {
    if (key === './package.json') return [];
    const at = (each: string) => name + key.slice(1).replace('*', each);
    if (!key.includes('*')) return [at('')];
    const folder = path.join(consumer, 'node_modules', name, 'dist');
    const ending = typeof target === 'string' ? '' : '.js';
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(ending) && !file.startsWith('template'))
      .map((file) => at(file.split(path.sep).join('/').slice(0, -ending.length)));
  });
}

describe('npx flint build packages', () => {
  it('every archive - can be published: it has a version with a changelog entry, a license, existing exports, and no dependency on the workspace', () => {
    for (const { name, version } of packed) {
      const manifest = manifestOf(name);
      expect(manifest).toMatchObject({ version, license: expect.any(String) });
      expect(manifest.private).toBeUndefined();
      expect(read('node_modules', name, 'CHANGELOG.md')).toContain(`\n## ${version} (`);
      for (const range of Object.values(manifest.dependencies)) expect(range).toMatch(/^\^?\d+\.\d+\.\d+/);
      const targets = Object.values(manifest.exports).flatMap((each) =>
        typeof each === 'string' ? [each] : [each.types, each.import],
      );
      for (const target of targets.filter((each) => !each.includes('*')))
        expect([target, existsSync(path.join(consumer, 'node_modules', name, target))]).toEqual([
          target,
          true,
        ]);
    }
    expect(manifestOf('@flint/ui').peerDependencies).toEqual({ react: expect.stringMatching(/^\^19\./) });
  });

  it('every relative import of a module - in every archive - names a file, as strict bundlers require', () => {
    const gone = packed.flatMap(({ name }) => {
      const folder = path.join(consumer, 'node_modules', name, 'dist');
      return readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.js') && !file.startsWith('template'))
        .flatMap((file) =>
          [
            ...readFileSync(path.join(folder, file), 'utf8').matchAll(
              /\b(?:from|import)\b[^'"\n]*['"](\.{1,2}\/[^'"$]+)['"]/g,
            ),
          ]
            .map(([, specifier = '']) => path.join(path.dirname(file), specifier))
            .filter((target) => !existsSync(path.join(folder, target)))
            .map((target) => `${name}: ${file} imports ${target}`),
        );
    });
    expect(gone).toEqual([]);
  });

  it('a consumer in an empty folder - that imports every module of every archive - has no type error, also in our declarations', async () => {
    const modules = packed.flatMap(({ name }) => importsOf(name));
    expect(modules.length).toBeGreaterThan(100);
    const scripts = modules.filter((name) => !/\.(css|json)$/.test(name));
    const lines = scripts.map((name, n) => `import * as m${n} from '${name}';`);
    const used = `export const all = [${scripts.map((_name, n) => `m${n}`).join(', ')}];`;
    writeFileSync(path.join(consumer, 'all.ts'), [...lines, used].join('\n'));
    writeFileSync(
      path.join(consumer, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'es2022',
          module: 'esnext',
          moduleResolution: 'bundler',
          lib: ['es2023', 'dom', 'dom.iterable'],
          jsx: 'react-jsx',
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          types: ['node'],
        },
        files: ['all.ts'],
      }),
    );
    await run([TSC, '-p', 'tsconfig.json']).catch(({ stdout }: { stdout: string }) => {
      throw new Error(stdout);
    });
  });

  it('npm - with the folder as the registry of @flint, served by a web server that knows nothing of npm - gets the packages', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'flint-npm-'));
    writeFileSync(path.join(folder, '.npmrc'), `@flint:registry=${registry}/\n`);
    const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '@flint/texts@^1.0.0'], {
      cwd: folder,
      shell: process.platform === 'win32',
    });
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    expect(readFileSync(path.join(folder, filename))).toEqual(readFileSync(path.join(archives, filename)));
  });

  it('Node - without a bundler - runs the modules meant for it', async () => {
    const script = `for (const name of ['@flint/contracts', '@flint/contracts/week/hours', '@flint/texts', '@flint/remote-kit/contract', '@flint/remote-build', '@flint/remote-build/release/commands']) await import(name);
      const { REMOTE_CONTRACT } = await import('@flint/remote-kit/contract');
      process.stdout.write(String(REMOTE_CONTRACT));`;
    expect((await run(['--input-type=module', '-e', script])).stdout).toBe('1');
  });
});

type Built = Readonly<Record<string, string>>;

/** Creates and builds a remote in a folder with the installed archives; returns its files. */
async function buildIn(folder: string): Promise<Built> {
  const bin = (file: string) => path.join(folder, 'node_modules', file);
  const create = [bin('create-flint-remote/dist/main.js'), 'clubs', '--packages', registry];
  expect((await run(create, folder)).stdout).toContain('clubs is there');
  cpSync(path.join(folder, 'clubs'), folder, { recursive: true });
  await run([bin('@flint/remote-build/dist/cli.js'), 'build'], folder);
  const dist = path.join(folder, 'dist');
  return Object.fromEntries(
    readdirSync(dist).map((file) => [file, readFileSync(path.join(dist, file), 'latin1')]),
  );
}

describe('the safety desk', () => {
  it('copied into a folder where only the archives are installed - builds there', async () => {
    const folder = path.join(await openConsumer(packed), 'desk');
    for (const file of ['src', 'package.json', 'webpack.config.js'])
      cpSync(path.join(REPOSITORY, 'desk', file), path.join(folder, file), { recursive: true });
    const build = `import webpack from 'webpack';
      import config from './webpack.config.js';
      webpack({ ...config, cache: false }, (error, stats) => {
        if (error || stats.hasErrors()) throw error ?? new Error(stats.toString('errors-only'));
      });`;
    writeFileSync(path.join(folder, 'build.mjs'), build);
    await run(['build.mjs'], folder);
    const files = readdirSync(path.join(folder, 'dist'));
    expect(files).toContain('index.html');
    const main = files.find((name) => /^main\.\w{10}\.js$/.test(name));
    const text = readFileSync(path.join(folder, 'dist', main!), 'utf8');
    expect(text).toContain('/desk/v1');
    // nothing refers to the source folder
    expect(text).not.toContain(REPOSITORY);
  });
});

describe('a remote of another folder', () => {
  it('created by create-flint-remote - in two folders - builds the same bytes, ready for a shell', async () => {
    const [first, second] = [await buildIn(consumer), await buildIn(await openConsumer(packed))];
    const hashes = (files: Built) =>
      Object.entries(files).map(
        ([name, text]) => `${name} ${createHash('sha256').update(text).digest('hex')}`,
      );
    expect(hashes(second)).toEqual(hashes(first));
    const manifest = JSON.parse(first['mf-manifest.json']!) as Record<string, unknown>;
    expect(manifest).toMatchObject({ contract: 1, build: expect.stringMatching(/^[0-9a-f]{8}$/) });
    const files = Object.keys(first).filter((name) => /\.(js|css)$/.test(name));
    expect(Object.keys(manifest['integrity'] as object).toSorted()).toEqual(files.toSorted());
    // no copy of shared packages, and no schema of the contracts
    const text = files.map((name) => first[name]).join('\n');
    expect(text).not.toMatch(
      /useState\s*=\s*function|ZodMiniType|Symbol\.for\("react\.transitional\.element"\)/,
    );
  });

  it('the command of docs/remotes-elsewhere.md - with a new folder of packages - creates a remote', async () => {
    const document = readFileSync(path.join(REPOSITORY, 'docs/remotes-elsewhere.md'), 'utf8');
    const [command = ''] = /^npm exec .*$/m.exec(document) ?? [];
    const cwd = mkdtempSync(path.join(tmpdir(), 'flint-exec-'));
    const { stdout } = await promisify(execFile)(command.replaceAll('$P', registry), { cwd, shell: true });
    expect(stdout).toContain('clubs is there');
  });

  it('create-flint-remote - refused - says why in a sentence', async () => {
    const create = path.join(consumer, 'node_modules/create-flint-remote/dist/main.js');
    await expect(run([create, 'Clubs'])).rejects.toMatchObject({
      stderr: expect.stringMatching(/^A remote has a short name of small letters.*\n$/),
    });
  });

  it('the template - compared with this repository - requires the same versions of common packages', () => {
    const here = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
      devDependencies: Record<string, string>;
    };
    const ours = { ...here.devDependencies, ...here.dependencies };
    const theirs = ['project', 'component'].flatMap((part) => {
      const file = `packages/create-flint-remote/src/template/${part}/package.json.tmpl`;
      const template = JSON.parse(readFileSync(path.join(REPOSITORY, file), 'utf8')) as typeof here;
      const all = { ...template.devDependencies, ...template.dependencies };
      return Object.entries(all).filter(([name]) => !name.startsWith('@flint/'));
    });
    expect(theirs.length).toBeGreaterThan(5);
    for (const [name, version] of theirs) expect([name, ours[name] ?? version]).toEqual([name, version]);
  });
});
