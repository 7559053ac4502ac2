import { readEnv } from '@flint/services';
import { checkDesk } from './desk';

describe('the safety desk', () => {
  const found = (settings: Record<string, string>) =>
    checkDesk(readEnv(settings)).map(({ verdict, text }) => `${verdict}: ${text}`);

  it('without operators - is not checked; with two - warns; with three - passes', () => {
    expect(found({})).toEqual([]);
    const two = 'kim=kim@campus.edu, lou=lou@campus.edu';
    expect(found({ DESK_OPERATORS: two })).toEqual([
      'warning: 2 operators, port 4390: a ban needs two, and its appeal a third',
    ]);
    expect(found({ DESK_OPERATORS: `${two}, sam=sam@campus.edu`, DESK_PORT: '5000' })).toEqual([
      'ok: 3 operators, port 5000',
    ]);
  });

  it('invalid or repeated operators - at the start - are reported', () => {
    for (const wrong of ['kim', 'kim=', 'kim=a@b.edu, lou=a@b.edu', 'kim=a@b.edu, kim=c@b.edu'])
      expect(() => found({ DESK_OPERATORS: wrong })).toThrow('DESK_OPERATORS');
  });
});
