import { KINDS, mutationsOf } from './mutations-of';

const SOURCE = `import type { A } from 'one';
// é moves what counts bytes
const most: 5 = 4;
const late = list.toSorted((a, b) => a.at - b.at);
if (late.length > most && !ready) wait(first, second);
await save();
const day = { at: date.getUTCDay(), in: asked ? 'Yes' : 'No', last: late.at(-1) };
logger.info(day.toString(), most, ['one', 'two']);
show(['Mon', 'Tue']);
`;

describe('mutationsOf', () => {
  it('a source - with a place for each kind - gives each, and nothing of types and of what nobody hears', () => {
    const changes = mutationsOf(SOURCE, false).map(({ kind, line, from, to }) => [kind, line, from, to]);
    expect(changes.toSorted()).toEqual(
      [
        ['amount', 3, '4', '5'],
        ['order', 4, 'list.toSorted((a, b) => a.at - b.at)', 'list'],
        ['order', 4, '(a, b) => a.at - b.at', '(b, a) => a.at - b.at'],
        ['condition', 5, 'late.length > most && !ready', '!(late.length > most && !ready)'],
        ['condition', 5, 'late.length > most && !ready', 'late.length > most || !ready'],
        ['bound', 5, 'late.length > most', 'late.length >= most'],
        ['condition', 5, '!ready', 'ready'],
        ['missing call', 5, 'wait(first, second);', ''],
        ['swapped argument', 5, 'wait(first, second)', 'wait(second, first)'],
        ['missing call', 6, 'await save();', ''],
        ['zone', 7, 'getUTCDay', 'getDay'],
        ['place of a text', 7, "asked ? 'Yes' : 'No'", "asked ? 'No' : 'Yes'"],
        ['first for last', 7, '-1', '0'],
        ['amount', 7, '1', '2'],
        ['missing call', 9, "show(['Mon', 'Tue']);", ''],
        ['place of a text', 9, "['Mon', 'Tue']", "['Tue', 'Mon']"],
      ].toSorted(),
    );
    expect(new Set(changes.map(([kind]) => kind))).toEqual(new Set(KINDS));
  });

  it.each([
    ['list.find(({ id }) => id === wanted)', 0],
    ['list.find(({ id, at }) => id === wanted && at)', 0],
    ['data?.list.find(({ id }) =>\n  id === wanted)', 0],
    ['list.find((each) => each === wanted)', 0],
    ['list.find((each) => each.id === wanted)', 0],
    ['list.find(({ id }) => answers[id] === undefined)', 1],
    ['list.find((each) => each.day === wanted)', 1],
    ['data?.items[0] && shown', 0],
    ['shown && data.items[0]', 1],
  ])('%s - can be told from its opposite end %s times', (source, count) => {
    const changes = mutationsOf(source, false).filter(({ kind }) => kind === 'first for last');
    expect(changes).toHaveLength(count);
  });

  it('what only looks otherwise - is not changed; what is drawn is', () => {
    const source = `<Row gap={2} className={isWide ? 'a' : 'b'} tabIndex={-1} max={3}>{isWide ? 'A' : 'B'}</Row>, { tags: ['A', 'B'] }`;
    const changes = mutationsOf(source, true).map(({ from, to }) => `${from} => ${to}`);
    expect(changes).toEqual(['3 => 4', `isWide ? 'A' : 'B' => isWide ? 'B' : 'A'`]);
  });

  it('each change - in the whole source - changes that place only', () => {
    for (const { from, to, line, source } of mutationsOf(SOURCE, false)) {
      const before = SOURCE.split('\n').slice(0, line - 1);
      expect(source.split('\n').slice(0, line - 1)).toEqual(before);
      expect(source.length - SOURCE.length).toBe(to.length - from.length);
    }
  });
});
