import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../compose/remotes';
import { sourceFiles } from './source-files';

const read = (name: string) => readFileSync(join(REPOSITORY, name), 'utf8');

/** Comments, addresses and texts have dots that begin no class. */
const NO_SELECTORS = /\/\*[\s\S]*?\*\/|url\([^)]*\)|(["'])(?:(?!\1).)*\1/g;

const classesIn = (css: string): readonly string[] =>
  [...css.replace(NO_SELECTORS, '').matchAll(/([^{}]+)\{/g)].flatMap(([, selector = '']) =>
    [...selector.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name]) => name!),
  );

/** Whether code names the class, whole or as the beginning of a template: `f-button--${variant}`. */
function isNamed(name: string, code: string): boolean {
  if (new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code)) return true;
  const [stem] = /^.*?(?:--|-)(?=[^-]+$)/.exec(name) ?? [];
  return stem !== undefined && new RegExp(`(?<![\\w-])${stem}\\$\\{`).test(code);
}

const code = sourceFiles(/(?<!\.test|\/texts\/fr)\.(tsx?|html)$/)
  .filter((name) => !/(^|\/)(tests|testing|acceptance)\//.test(name))
  .map(read)
  .join('\n');

const sheets = sourceFiles(/\.css$/).map((name) => [name, read(name)] as const);

describe('style sheets', () => {
  it('each class - is named by a component or a page', () => {
    const unused = sheets.flatMap(([name, css]) =>
      [...new Set(classesIn(css))].filter((each) => !isNamed(each, code)).map((each) => `${name}: .${each}`),
    );
    expect(unused).toEqual([]);
  });

  it('the check - with a class that nobody names - finds it', () => {
    const [used = '', unused = ''] = classesIn(
      '.f-button--quiet { top: 1px } .f-nobody::before { top: 1.5em }',
    );
    expect([isNamed(used, code), isNamed(unused, code)]).toEqual([true, false]);
  });
});
