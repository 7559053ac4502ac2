import { runTests } from '../scripts/setup/run-tests.mjs';

/** Jest's title filter for a section (5) or a statement (S5.3.1). */
const filterOf = (part) => `^S${part.replace(/^S/, '').replaceAll('.', '\\.')}(\\.| )`;

/** `npx flint check acceptance`: tests every statement of docs/product.md and prints each, or those of a section. */
export const main = ({ positionals: [part] }) =>
  runTests(
    [
      '--forceExit',
      '--selectProjects',
      'acceptance',
      '--reporters=<rootDir>/acceptance/print-statements.cjs',
      ...(part ? ['-t', filterOf(part)] : []),
    ],
    { built: true },
  );
