import { completeSpecifiers } from './specifiers';

const known = new Set(['a.js', 'b/index.js', 'b/c.js']);

describe('imports of compiled modules', () => {
  it.each([
    ["import { x } from './a';", 'index.js', "import { x } from './a.js';"],
    ["export * from '../b';", 'b/c.js', "export * from '../b/index.js';"],
    ["const x = import('./c');", 'b/index.js', "const x = import('./c.js');"],
    [
      "const x = import(/* webpackChunkName: 'x' */ './a');",
      'c.js',
      "const x = import(/* webpackChunkName: 'x' */ './a.js');",
    ],
    ["import './a.css';", 'index.js', "import './a.css';"],
    ["import x from 'react';", 'index.js', "import x from 'react';"],
    ["import './a.css';\nimport './a';\n", 'index.d.ts', "import './a.js';\n"],
  ])('%s - in %s - becomes %s', (text, file, expected) =>
    expect(completeSpecifiers(text, file, known)).toBe(expected),
  );
});
