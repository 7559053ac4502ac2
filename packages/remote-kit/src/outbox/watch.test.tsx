import { browserParts } from './device';

describe('a sign of the browser that it is time to send', () => {
  it('the connection is back, or the page is hidden - wakes the outbox until it is stopped; a page that is shown does not', () => {
    const { watch, stop } = browserParts('ann');
    const woken: boolean[] = [];
    watch((isLeaving) => void woken.push(isLeaving));
    const visibility = jest.spyOn(document, 'visibilityState', 'get');
    const show = (state: DocumentVisibilityState) => {
      visibility.mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    dispatchEvent(new Event('online'));
    show('hidden');
    show('visible');
    expect(woken).toEqual([false, true]);
    stop();
    dispatchEvent(new Event('online'));
    show('hidden');
    expect(woken).toHaveLength(2);
  });
});
