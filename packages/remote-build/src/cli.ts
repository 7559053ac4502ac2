#!/usr/bin/env node
/** `flint-remote`, run in the folder of a remote. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readArguments, WrongArguments, type Read } from './cli/arguments';
import { build } from './cli/build';
import { develop, showAlone } from './cli/develop';
import { readProject, type Project } from './cli/project';
import { homeOf } from './cli/project-home';
import { runVerb } from './cli/release';
import { serveReleases } from './cli/serve';
import { helpLines, parseCommand, RELEASE_VERBS, usageOf } from './cli/verbs.mjs';
import { runCommand, say } from './release/refused';

const COMMANDS = Object.fromEntries(
  [
    'alone | its screens in every state, with hot reload and nothing else running',
    'dev | builds at each change, and serves the build to a Flint it is registered with',
    'build | builds it into dist',
    'serve [port] | serves the releases, as a web server or bucket of yours does',
    ...RELEASE_VERBS,
  ].map(parseCommand),
);

const HELP = ['flint-remote, in the folder of a remote:', ...helpLines('flint-remote', COMMANDS)].join('\n');

async function serve({ id, port: own, releases }: Project, { positionals: [given] }: Read): Promise<void> {
  const port = given === undefined ? own : Number(given);
  if (!(Number.isInteger(port) && port > 0 && port < 65_536))
    throw new WrongArguments('Name a port: flint-remote serve 4411');
  await serveReleases(releases, port);
  say(`${id} is served at http://127.0.0.1:${port}`);
}

async function main(): Promise<void> {
  const [asked = 'help', ...given] = process.argv.slice(2);
  // its name before 1.1, in the scripts of older projects: works until 2.0
  const name = asked === 'release' ? 'publish' : asked;
  if (['help', '--help'].includes(name)) return say(HELP);
  const command = Object.hasOwn(COMMANDS, name) && COMMANDS[name];
  if (!command) throw new WrongArguments(`There is no '${name}'.\n\n${HELP}`);
  const usage = usageOf('flint-remote', name, command);
  if (given.includes('--help')) return say(`${usage}\n  ${command.does}`);
  const call = readArguments(usage, command.takes, given);
  const envFile = path.join(process.cwd(), '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const { env } = process;
  const project = readProject(process.cwd(), env);
  switch (name) {
    case 'alone':
      return showAlone(project.dir);
    case 'dev':
      return develop(project);
    case 'build':
      return build(project);
    case 'serve':
      return serve(project, call);
  }
  return runVerb(homeOf(project, env), name, call);
}

runCommand(main);
