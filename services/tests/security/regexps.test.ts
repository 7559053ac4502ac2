import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { LIMITS } from '@flint/contracts';
import { isShort } from '@flint/testing/long';
import { parseSync } from '@swc/core';
import { checkSync } from 'recheck';

const REPOSITORY = path.resolve(__dirname, '../../..');
const SOURCES = [
  'services/src',
  'packages/contracts/src',
  'packages/remote-kit/src',
  'shell/src',
  'scripts/serve',
  ...['auth', 'onboarding', 'availability', 'photos', 'offers'].map((id) => `mfe-${id}/src`),
];

function* filesIn(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const at = path.join(folder, name);
    if (statSync(at).isDirectory()) {
      if (name !== 'testing' && name !== 'node_modules') yield* filesIn(at);
    } else if (/\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name)) yield at;
  }
}

interface Found {
  readonly pattern: string;
  readonly flags: string;
}

/** The regular expressions in a syntax tree, at any depth. */
function* regexpsOf(node: unknown): Generator<Found> {
  if (typeof node !== 'object' || node === null) return;
  const { type, pattern, flags } = node as { type?: string; pattern?: string; flags?: string };
  if (type === 'RegExpLiteral') yield { pattern: pattern!, flags: flags ?? '' };
  for (const inner of Object.values(node)) yield* regexpsOf(inner);
}

/** Two rounds of the checker's search find every kind of slow expression; CI takes ten. */
const check = ({ pattern, flags }: Found) =>
  checkSync(pattern, flags, { timeout: 20_000, ...(isShort && { maxIteration: 2 }) });

const found = SOURCES.flatMap((folder) =>
  [...filesIn(path.join(REPOSITORY, folder))].flatMap((file) => {
    const syntax = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x') });
    return [...regexpsOf(syntax)].map((regexp) => ({ file: path.relative(REPOSITORY, file), ...regexp }));
  }),
);

describe('regular expressions', () => {
  it('built from text - use only constants of their own file, no setting and no request', () => {
    const made = [...filesIn(path.join(REPOSITORY, 'services/src'))].filter((file) =>
      /\bRegExp\(|\$regex/.test(readFileSync(file, 'utf8')),
    );
    const expected = ['infra/plain-text.ts', 'infra/unfit-text.ts', 'resources/sign-in/codes.ts'];
    expect(made.map((file) => path.relative(path.join(REPOSITORY, 'services/src'), file)).toSorted()).toEqual(
      expected,
    );
    const built: Found[] = [];
    const Real = RegExp;
    globalThis.RegExp = new Proxy(Real, {
      construct(target, args: [string | RegExp, string?]) {
        const expression = new target(...args);
        // regular expressions of libraries do not count
        if (/services\/src\/(infra|resources)/.test(new Error().stack?.split('\n')[2] ?? ''))
          built.push({ pattern: expression.source, flags: expression.flags });
        return expression;
      },
    });
    try {
      jest.isolateModules(() => {
        for (const file of expected) jest.requireActual(path.join(REPOSITORY, 'services/src', file));
      });
    } finally {
      globalThis.RegExp = Real;
    }
    expect(built.length).toBeGreaterThanOrEqual(5);
    const unsafe = built.flatMap((each) => {
      const { pattern, flags } = each;
      const checked = check(each);
      if (checked.status !== 'vulnerable') return [];
      // students' texts are bounded, so the checker's worst case runs at twice the longest length
      const started = performance.now();
      new RegExp(pattern, flags).test(checked.attack.string.slice(0, 2 * LIMITS.reportDescriptionMax));
      const isSlow = performance.now() - started > 10_000;
      return isSlow || checked.complexity.type === 'exponential' ? [pattern] : [];
    });
    expect(unsafe).toEqual([]);
  });

  it('every regular expression of the sources - by a checker - takes linear time', () => {
    expect(found.length).toBeGreaterThan(50);
    const unique = [...new Map(found.map((each) => [`/${each.pattern}/${each.flags}`, each])).values()];
    // what repeats nothing without an end takes linear time; a literal + or * is checked as well
    const repeating = unique.filter(({ pattern }) => /[*+]|\{\d+,\}/.test(pattern));
    expect(repeating.length).toBeGreaterThan(25);
    const unsafe = repeating.flatMap((each) => {
      const checked = check(each);
      return checked.status === 'vulnerable'
        ? [`${each.file}: /${each.pattern}/${each.flags} is ${checked.complexity.summary}`]
        : [];
    });
    expect(unsafe).toEqual([]);
  });
});
