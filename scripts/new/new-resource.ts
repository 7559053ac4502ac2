import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../compose/remotes';
import { capitalised } from 'create-flint-remote';
import { applyEdits, fillTemplate, type Edit } from './edits';

const API = 'packages/remote-kit/src/data/api.ts';
const FRENCH = 'packages/remote-kit/src/texts/fr.ts';
const HOOKS = 'packages/remote-kit/src/data/index.ts';
const ROUTES = 'packages/contracts/src/routes/index.ts';
const RESOURCES = 'services/src/resources/index.ts';

const register = (name: string) => `### \`${name}\`

| field | why | until |
| --- | --- | --- |
| \`_id\` | whose it is | with the account |
| \`text\` | what the student wrote | with the account |
| \`updatedAt\` | shown beside it | the same |
`;

function editsFor(name: string, Name: string): readonly Edit[] {
  const endpoints = `
    read${Name}: build.query({
      ...fromContractOrNull(ROUTES.read${Name}, message('load ${name}')),
      providesTags: ['${Name}'],
    }),
    save${Name}: build.mutation({
      ...fromContract(ROUTES.save${Name}, message('save ${name}')),
      invalidatesTags: ['${Name}'],
    }),`;
  return [
    {
      file: ROUTES,
      pattern: /(\n\n\/\*\* The whole API)/,
      replacement: `\nimport * as ${name} from './${name}';$1`,
    },
    {
      file: ROUTES,
      pattern: /(\n\} as const;)/,
      replacement: `\n  save${Name}: ${name}.save${Name},\n  read${Name}: ${name}.read${Name},$1`,
    },
    {
      file: RESOURCES,
      pattern: /(\n\n\/\*\* What is held)/,
      replacement: `\nimport { ${name} } from './${name}/${name}.resource';$1`,
    },
    // before the account itself is signed out
    { file: RESOURCES, pattern: /(\n {2}signIn,)/, replacement: `\n  ${name},$1` },
    { file: API, pattern: /(tagTypes: \[[^\]]*?),?(\s*\],)/, replacement: `$1, '${Name}'$2` },
    { file: API, pattern: /(\n {2}\}\),\n\}\);)/, replacement: `${endpoints}$1` },
    {
      file: FRENCH,
      pattern: /(fr: Dictionary = \{[\s\S]*?)(\n\};)/,
      replacement: `$1\n  'load ${name}': 'de charger « ${name} »',\n  'save ${name}': 'd’enregistrer « ${name} »',$2`,
    },
    {
      file: HOOKS,
      pattern: /(\n\} = api;)/,
      replacement: `\n  useRead${Name}Query,\n  useSave${Name}Mutation,$1`,
    },
    {
      file: 'docs/data.md',
      pattern: /(\n## What follows from it)/,
      replacement: `\n${register(name)}$1`,
    },
  ];
}

/**
 * Makes an API resource that keeps one text of each student: contract route, model, service, routes, client hooks, the tests of
 * both ends, and its lines in the lists that name every resource. Answers the files it wrote.
 */
export function newResource(name: string): readonly string[] {
  if (!/^[a-z]{2,20}$/.test(name))
    throw new Error('A resource has a short name of small letters: npm run new resource notes');
  const folder = `services/src/resources/${name}`;
  const contract = `packages/contracts/src/routes/${name}.ts`;
  const taken = [folder, `${folder}.ts`, contract].find((file) => existsSync(join(REPOSITORY, file)));
  if (taken) throw new Error(`${name} exists already: ${taken}`);
  const Name = capitalised(name);
  const edited = applyEdits(editsFor(name, Name));
  const values = { __name__: name, __Name__: Name };
  const fill = (template: string, file: string) => fillTemplate(`resource/${template}.tmpl`, file, values);
  return [
    fill('contracts/__name__.ts', contract),
    ...['model.ts', 'service.ts', 'resource.ts', 'test.ts'].map((part) =>
      fill(`services/__name__.${part}`, `${folder}/${name}.${part}`),
    ),
    fill('client.test.tsx', `packages/remote-kit/src/data/${name}.test.tsx`),
    ...edited,
  ];
}
