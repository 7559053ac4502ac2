// Who may import whom. Each rule's comment says what to do instead.
const { readdirSync } = require('node:fs');

const REMOTES = readdirSync(__dirname).filter((name) => name.startsWith('mfe-'));
const TEST =
  '(^acceptance/|\\.test\\.tsx?$|/tests/|/testing/|/bench/|/conformance/|/durability/|^scripts/test-mongo|\\.browser\\.test\\.ts$)';
const workspace = (name) => `^${name}/`;
const notWorkspaces = (allowed) =>
  `^(?!(${allowed.join('|')})/)(shell|desk|mfe-[^/]+|services|packages/[^/]+|scripts)/`;

const rule = (name, from, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, pathNot: TEST },
  to: { path: notWorkspaces(allowed) },
});

module.exports = {
  forbidden: [
    rule(
      'contracts-know-nobody',
      workspace('packages/contracts'),
      ['packages/contracts'],
      'Contracts are the isomorphic truth: move what you need into contracts, or pass it in.',
    ),
    rule(
      'texts-know-nobody',
      workspace('packages/texts'),
      ['packages/texts'],
      'How a text finds its translation; the texts themselves are in the workspaces that show them.',
    ),
    rule(
      'ui-knows-texts',
      workspace('packages/ui'),
      ['packages/ui', 'packages/texts'],
      'Components take everything by props: no contracts, no store, no fetch.',
    ),
    rule(
      'remote-kit-knows-contracts',
      workspace('packages/remote-kit'),
      ['packages/remote-kit', 'packages/contracts', 'packages/texts'],
      'What shell and remotes agree on knows neither of them; put looks in ui, words in the remote.',
    ),
    rule(
      'remote-build-knows-nobody',
      workspace('packages/remote-build'),
      ['packages/remote-build'],
      'Teams elsewhere install it: what only this repository has (services, scripts, the shell) is handed to it.',
    ),
    rule(
      'embedded-mongo-knows-nobody',
      workspace('packages/embedded-mongo'),
      ['packages/embedded-mongo'],
      'Nothing in the database workspace knows Flint.',
    ),
    rule(
      'services-know-contracts',
      workspace('services'),
      ['services', 'packages/contracts', 'packages/texts'],
      'The API knows the contracts only; the database and the pages are handed to it by scripts/compose.',
    ),
    rule(
      'shell-knows-no-remote',
      workspace('shell'),
      ['shell', 'packages/contracts', 'packages/remote-kit', 'packages/texts', 'packages/ui'],
      'The shell meets remotes at run time through remotes.json; agree in remote-kit.',
    ),
    rule(
      'desk-stands-alone',
      workspace('desk'),
      [
        'desk',
        'packages/contracts',
        'packages/remote-build',
        'packages/remote-kit',
        'packages/texts',
        'packages/ui',
      ],
      'The safety desk is no part of the students’ app: it shares through published packages, and is served apart.',
    ),
    ...REMOTES.map((remote) =>
      rule(
        `${remote}-stands-alone`,
        workspace(remote),
        [remote, 'packages/contracts', 'packages/remote-kit', 'packages/texts', 'packages/ui'],
        'A remote is built and deployed alone: it reaches others by navigation.goTo, and shares through remote-kit, contracts or ui.',
      ),
    ),
    {
      name: 'acceptance-looks-from-outside',
      severity: 'error',
      comment: 'Write the text or the limit out: a test that reads it where the product does cannot fail.',
      from: { path: workspace('acceptance') },
      to: { path: '^(shell|desk|mfe-[^/]+|services|packages/(?!(testing|remote-build)/)[^/]+)/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Pull the shared part into a file both may import.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'production-imports-no-test',
      severity: 'error',
      comment: 'Tests, builders and benches are never imported by what ships.',
      from: { pathNot: [TEST, '^(packages/testing|scripts/jest)/'] },
      to: { path: `(^packages/testing/|\\.test\\.tsx?$|/testing/)` },
    },
    {
      name: 'resource-through-its-index',
      severity: 'error',
      comment: 'One resource uses another only through its index.ts.',
      from: { path: '^services/src/resources/([^/]+)/', pathNot: TEST },
      to: {
        path: '^services/src/resources/([^/]+)/',
        pathNot: ['^services/src/resources/$1/', '^services/src/resources/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'http-and-infra-below-resources',
      severity: 'error',
      comment: 'http and infra are used by resources, not the other way round.',
      from: { path: '^services/src/(http|infra)/', pathNot: TEST },
      to: { path: '^services/src/resources/' },
    },
    {
      name: 'infra-below-http',
      severity: 'error',
      comment: 'http uses infra: put what answers or refuses a request into http.',
      from: { path: '^services/src/infra/', pathNot: TEST },
      to: { path: '^services/src/http/' },
    },
    {
      name: 'no-undeclared-package',
      severity: 'error',
      comment: "Add the package to this workspace's package.json with an exact version.",
      from: { pathNot: TEST },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'start-without-development-packages',
      severity: 'error',
      comment:
        '`npm start` installs no devDependencies: move the package to the dependencies of its workspace.',
      from: {
        path: '^(?!acceptance/|packages/testing/|scripts/(build/image|jest)|packages/embedded-mongo/differential)',
        pathNot: TEST,
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'This import leads nowhere.',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache|\\.data|coverage)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.css', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
