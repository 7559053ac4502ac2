import { createArrivals, type Arriving } from './arrivals';

function stage(most: Parameters<typeof createArrivals>[0]) {
  const arrivals = createArrivals(most);
  const gone: string[] = [];
  let now = 0;
  return {
    gone,
    enter(name: string, sender: string): Arriving {
      const arriving = { sender, lastByteAt: (now += 1), giveWay: () => void gone.push(name) };
      arrivals.enter(arriving);
      return arriving;
    },
    leave: arrivals.leave,
    touch: (arriving: Arriving) => (arriving.lastByteAt = now += 1),
  };
}

describe('arrivals', () => {
  it('beyond the limit of a sender - that sender’s longest-silent body is dropped, and no other', () => {
    const { enter, touch, gone } = stage({ ofOneSender: 2, inAll: 10 });
    enter('other', 'b');
    const first = enter('first', 'a');
    enter('second', 'a');
    touch(first);
    enter('third', 'a');
    expect(gone).toEqual(['second']);
    enter('fourth', 'a');
    expect(gone).toEqual(['second', 'first']);
  });

  it('beyond the limit of all - a body of the sender with most is dropped', () => {
    const { enter, gone } = stage({ ofOneSender: 10, inAll: 3 });
    enter('honest', 'b');
    enter('flood 1', 'a');
    enter('flood 2', 'a');
    enter('newcomer', 'c');
    expect(gone).toEqual(['flood 1']);
  });

  it('with room for one body - the newest body replaces the others', () => {
    const { enter, gone } = stage({ ofOneSender: 1, inAll: 1 });
    enter('first', 'a');
    enter('second', 'a');
    enter('third', 'b');
    expect(gone).toEqual(['first', 'second']);
  });

  it('a body that was removed, once or twice - no longer counts', () => {
    const { enter, leave, gone } = stage({ ofOneSender: 1, inAll: 2 });
    const first = enter('first', 'a');
    leave(first);
    leave(first);
    enter('second', 'a');
    enter('third', 'b');
    expect(gone).toEqual([]);
  });
});
