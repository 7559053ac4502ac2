#!/usr/bin/env node
/** `flint-remote`, run in the folder of a remote. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readArguments } from './cli/arguments';
import { build, seal } from './cli/build';
import { develop, showAlone } from './cli/develop';
import { makeKeyHere } from './cli/keys';
import { contextOf, readProject, runScript } from './cli/project';
import { RELEASE_OPTIONS, runRelease } from './cli/release';
import { serveReleases } from './cli/serve';
import { readPointers } from './release/pointers';
import { listReleases } from './release/publish';
import { ReleaseRefused, runCommand } from './release/refused';

const HELP = `flint-remote, in the folder of a remote:
  alone                     its screens in every state, with hot reload and nothing else running
  dev                       builds at each change, and serves the build to a Flint it is registered with
  build                     builds it into dist
  release [--canary 10]     npm run build, types, test; checks contract and size; releases it. --test: for testers; --untried: without types and tests
  canary <percent>          100 is everyone, 0 ends it
  rollback [version]        ends a canary, else the release before is live again
  list | renew              what there is | signs the pointer for another 90 days
  serve [port]              serves the releases, as a web server or bucket of yours does
  keys new <name> [--test]  makes a key; its public half goes into flint-remote.json`;

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { positionals, values } = readArguments('flint-remote --help says it', {
    most: 3,
    options: { ...RELEASE_OPTIONS, help: { type: 'boolean', default: false } },
  });
  const [command, argument, name] = positionals;
  if (!command || values.help) return say(HELP);
  const envFile = path.join(process.cwd(), '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const { env } = process;
  const project = readProject(process.cwd(), env);
  const options = { env, say };
  switch (command) {
    case 'alone':
      return showAlone(project.dir);
    case 'dev':
      return develop(project, options);
    case 'build':
      return build(project);
    case 'list': {
      const { store } = await contextOf(project, env);
      const now = (await readPointers(store)).remotes[project.id];
      for (const { release, at, isTest } of await listReleases(store, project.id)) {
        const state =
          now?.live?.release === release ? 'live' : now?.canary?.release === release ? 'canary' : '';
        say(`${release}  ${at.toISOString()}  ${isTest ? 'test' : state}`);
      }
      return;
    }
    case 'release':
    case 'canary':
    case 'rollback':
    case 'renew':
      return runRelease(
        {
          dir: project.dir,
          remote: project,
          context: await contextOf(project, env),
          build: async () => {
            await runScript(project, 'build');
            await seal(project);
          },
          check: async () => {
            await runScript(project, 'types');
            await runScript(project, 'test');
          },
          atFirst: 'nothing',
          keep: 5,
          say,
        },
        positionals,
        values,
      );
    case 'serve': {
      const port = argument === undefined ? project.port : Number(argument);
      if (!(Number.isInteger(port) && port > 0 && port < 65_536))
        throw new ReleaseRefused('Name a port: flint-remote serve 4411');
      await serveReleases(project.releases, port);
      return say(`${project.id} is served at http://127.0.0.1:${port}`);
    }
    case 'keys':
      if (argument === 'new') return makeKeyHere(project, name, { isTest: values.test, say });
  }
  throw new ReleaseRefused(HELP);
}

runCommand(main);
