import { buildMatch } from '../testing/build';
import { inOneLine, linesOf, shortReasons } from './words';

const LONG = 'You both value learning or building something together';

describe('what stands in one line', () => {
  it('a reason that does not fit - gives way to the next one', () =>
    expect(shortReasons({ reasons: [LONG, 'You both enjoy yoga'] })).toEqual(['You both enjoy yoga']));

  it('no reason that fits - gives way to year and program', () =>
    expect([...linesOf([buildMatch({ reasons: [LONG] })]).values()]).toEqual(['3rd Year · Arts']));

  it.each([
    ['Something active: climbing, skating, bowling', 'Something active'],
    ['Coffee: a long one, of 38 characters...', 'Coffee'],
    ['Coffee: a long one, of 38 characters..', 'Coffee: a long one, of 38 characters..'],
  ])('%s - keeps its details only if they fit', (activity, line) => expect(inOneLine(activity)).toBe(line));
});
