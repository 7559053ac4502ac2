import {
  helpLines,
  parseCommand,
  RELEASE_VERBS,
  usageOf as usage,
} from '../../packages/remote-build/src/cli/verbs.mjs';

// Every command of `npx flint`: what it takes (see verbs.mjs; … passes everything on), what it does, what runs it. The last is a file that exports `main`, or
// reads the process's arguments, and the arguments before those given; or settings, `built` for a
// build first, `short` for no long tests where none is named, and jest with its arguments.
const TABLE = `
run: Flint, or a part of it
  start | everything on this machine: npm start | scripts/start/main.ts
  dev [workspace…] | the shell and these remotes (default: all) with hot reload, in front of a running npm start | scripts/serve/dev.ts
  alone <workspace> | one remote with hot reload, in every state of its scenarios; nothing else runs | scripts/serve/alone.ts
  api | one API process behind a proxy | scripts/serve/api.ts
  web | the page, its files and the remotes, without the API | scripts/serve/web.ts
  desk | the safety desk alone, on the same database | scripts/serve/desk.ts
  database … | the embedded database on DATA_DIR/db, for several processes; --port <number>: on 127.0.0.1, too | scripts/serve/database.ts
build: files from sources
  browser [workspace…] [--force] | the shell, the remotes and the desk, where their inputs changed | scripts/build/build.ts
  image [folder] | the content of the container images (dist/image), and its bill of materials | scripts/build/image.ts
  packages <address> [folder] | the packages that other teams install, as a registry for npm (dist/packages), to be served at that address | scripts/pack/pack.ts
  contract | packages/remote-kit/contract.txt: the contract between shell and remotes | scripts/release/contract-report.ts
  remote <name> | the sources of a new remote, type-correct and tested | scripts/new/new-remote.ts
release: releases of the remotes; publish, rollback and canary in the folder of one
${RELEASE_VERBS.map((line) => `  ${line} | scripts/release/cli.ts ${parseCommand(line)[0]}`).join('\n')}
  registry <add|change|remove|list|renew> [file or id] | the remotes of this Flint and the origins of their releases | scripts/release/registry/cli.ts
operate: data, rounds and reports of an installation
  doctor | what would prevent a start, each with a remedy; ends with 0, 1 or 78 | scripts/doctor/main.ts
  migrate [up|down|status] | apply missing migrations and build indexes; status: list what is missing; down: undo the newest migration | scripts/operate/main.ts migrate
  backup <folder> [--daily] | write all data and pictures, encrypted, into a new folder; --daily: into a dated folder below it, test-restore it and delete old ones | scripts/operate/main.ts backup
  restore <folder> [--replace] [--any-age] | restore a backup into an empty database; --replace: into one with data, which is lost; --any-age: also one of more than 400 days; Flint must be stopped | scripts/operate/main.ts restore
  seed [--students <number>] | made-up students (500), for trying out and measuring | scripts/operate/main.ts seed
  round [--again] [--dry-run] | make today’s matching round if it is missing; --again: make it again; --dry-run: print its figures only | scripts/operate/main.ts round
  places <check> <file> | what is wrong with a list of places, before you use it as PLACES_FILE | scripts/operate/main.ts places
  universities <folder> | write one .env file for each university of an older version’s TENANTS_FILE | scripts/operate/main.ts universities
  data-keys [list|rotate] [key] | show the sealing key and the keys in use; rotate: seal with the next key, or with the one named | services/src/data-keys-cli.ts
  safety … | reports, decisions, accounts, operators and their log; --help explains | services/src/safety-cli.ts
check: tests and measurements; other arguments go to jest
  test … | npm test: every test but the *.long.test.ts; with arguments, the tests that they name | short built jest
  all … | every test, including the long ones, as in CI | built jest
  types | the types of every workspace | scripts/types.mjs
  security [--short] [--no-browser] | attacks, findings of reviews, sequences in two worlds, generated requests, at full length | scripts/hardening/run.mjs security
  faults [--short] [--no-browser] | faults and rounds of kill -9, by Node 20, 22 and 24 | scripts/hardening/run.mjs faults
  long [--seed <number>] [--specifications <folder>] | every long run, one after the other, each with its seed; spec with a clone of mongodb/specifications | scripts/hardening/long.mjs
  releases [--short] [--no-browser] | tampering with releases, 20 releases under 20 students, builds of two contracts | scripts/hardening/run.mjs releases
  acceptance [section or statement] | the statements of docs/product.md, from outside | acceptance/run.mjs
  mutate [name] | break the product in 43 ways; the statements must catch each | acceptance/mutate.ts
  review [name] | restore what reviews found; the tests must catch each | acceptance/review.ts
  fresh-mutations [number] [--seed <number>] [--in <folder>] | break the product, or one folder of it, in 120 ways that nobody chose, drawn by the seed; lists what no test catches | scripts/hardening/fresh-mutations.ts
  mongo [file…] | the API’s tests on the MongoDB of MONGODB_URI, else on an embedded one of its own process | scripts/test-mongo.ts
  spec … | MongoDB’s specification tests against the embedded database | packages/embedded-mongo/spec/main.ts
  mongoose <folder> | mongoose’s own tests, from a clone with its packages | packages/embedded-mongo/spec/mongoose.ts
  coverage … | 95 % of the branches of contracts, matching, offers and sign-in | jest --config scripts/jest/coverage.config.mjs
  campus [--students <number>] [--drill <names>] | a whole installation on this machine under simulated students (40), until Ctrl-C; --drill: some drills, or all | scripts/bench/campus/main.ts
  elsewhere … | remotes of four toolchains in separate folders: built, registered, used, released, removed | FLINT_ELSEWHERE=all built jest scripts/elsewhere --selectProjects browser --verbose
  accessibility … | axe on every screen in every state | FLINT_ACCESSIBILITY=all built jest shell/tests/looks --selectProjects browser -t every.state
  languages … | untranslated texts in the same states | FLINT_LANGUAGES=all built jest shell/tests/looks --selectProjects browser -t every.state
  screenshots … | every screen in every state to screenshots/, in all widths and both themes | FLINT_ACCESSIBILITY=all FLINT_PICTURES=only built jest shell/tests/looks --selectProjects browser -t every.state
  lighthouse [runs] [screen] | Lighthouse on seven screens | shell/tests/lighthouse/main.ts
  bench [name] [number…] | every performance goal, or one; writes docs/performance.md | scripts/bench/main.ts
  first-minute [runs] | time from a clone to the page with an empty npm cache, of a second start, and the sizes; three runs | scripts/bench/first-minute.ts
  simulate [students] [weeks] | rounds on invented campuses, compared with lists by score alone | services/simulate/main.ts
`;

/** Groups whose commands need only what `npm start` installs. */
const RUNS = new Set(['run', 'operate']);

function parseRow(line) {
  const [name, { takes, does, how }] = parseCommand(line);
  const words = how.split(' ');
  const at = words.indexOf('jest');
  if (at < 0) return [name, { takes, does, file: words[0], args: words.slice(1) }];
  const env = Object.fromEntries(
    words.slice(0, at).flatMap((word) => (word.includes('=') ? [word.split('=')] : [])),
  );
  return [
    name,
    {
      takes,
      does,
      jest: words.slice(at + 1),
      env,
      built: words.includes('built'),
      short: words.includes('short'),
    },
  ];
}

/** The groups of commands, by name. */
export const GROUPS = Object.fromEntries(
  TABLE.trim()
    .split(/\n(?=\w)/)
    .map((text) => {
      const [title, ...lines] = text.split('\n');
      const [group, about] = title.split(': ');
      const commands = Object.fromEntries(lines.map(parseRow));
      return [group, { about, needs: RUNS.has(group) ? 'run' : 'all', commands }];
    }),
);

export const usageOf = (group, name) => usage(`npx flint ${group}`, name, GROUPS[group].commands[name]);

/** The help about everything, or one group. */
export const helpOf = (only) =>
  Object.entries(GROUPS)
    .filter(([group]) => !only || group === only)
    .map(([group, { about, commands }]) =>
      [`${group}: ${about}`, ...helpLines(`npx flint ${group}`, commands)].join('\n'),
    )
    .join('\n\n');

const HELP = [undefined, 'help', '--help', '-h'];

/** What is shown in place of a command, where these words name none: the help that they ask for, or that there is no such command. */
export function helpInstead(group, name) {
  const { needs, commands = {} } = (Object.hasOwn(GROUPS, group ?? '') && GROUPS[group]) || {};
  if (Object.hasOwn(commands, name ?? '')) return null;
  const isAsked = HELP.includes(group) || (needs !== undefined && HELP.includes(name));
  const about = needs ? group : Object.hasOwn(GROUPS, name ?? '') ? name : undefined;
  const refusal = isAsked ? '' : `There is no '${[group, name].filter(Boolean).join(' ')}'.\n\n`;
  return { isAsked, text: `${refusal}${helpOf(about)}\n` };
}
