import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../compose/remotes';
import { sourceFiles } from './source-files';

/** The first line of a longer file, with its reason. */
const REASON = /^(?:\/\/|\/\*) Longer than 300 lines: \w.{20,}/m;

const files = sourceFiles(/\.([cm]?[jt]sx?|css)$/).map((name) => {
  const text = readFileSync(join(REPOSITORY, name), 'utf8');
  return { name, text, lines: text.split('\n').length - 1 };
});
const lengths = files
  .filter(({ text }) => !REASON.test(text))
  .map(({ lines }) => lines)
  .sort((a, b) => a - b);
const quantile = (share: number) => lengths[Math.floor(lengths.length * share)]!;

describe('lines of our files', () => {
  it('half of them - have at most 70', () => expect(quantile(0.5)).toBeLessThanOrEqual(70));

  it('95 of 100 - have at most 220', () => expect(quantile(0.95)).toBeLessThanOrEqual(220));

  it('more than 300 - in one file - need a reason in it', () => {
    const silent = files.filter(({ lines, text }) => lines > 300 && !REASON.test(text));
    expect(silent.map(({ name, lines }) => `${name}: ${lines}`)).toEqual([]);
  });
});
