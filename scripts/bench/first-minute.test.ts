import { tableOf } from './first-minute';

describe('the first minute', () => {
  it('three runs - one of them slow - are judged by their median', () => {
    const run = (first: number) => ({
      'from a clone to the page, s': first,
      'second start, s': 3,
      'the tree after npm start, MB': 300,
      'what the install of npm test adds, s': 41,
    });
    const { text, isMet } = tableOf([run(40), run(90), run(44)]);
    expect(text).toContain('from a clone to the page, s | 44.0 | 40.0 90.0 44.0 | at most 45 | met');
    expect(text).toContain(
      'what the install of npm test adds, s | 41.0 | 41.0 41.0 41.0 | at most 40 | MISSED',
    );
    expect(isMet).toBe(false);
  });
});
