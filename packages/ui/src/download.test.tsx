import { download } from './download';

it('a saved file - can be read until the student has answered the browser’s question', () => {
  jest.useFakeTimers();
  const [clicked, revokeObjectURL] = [jest.fn(), jest.fn()];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(clicked);
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL });
  download('x.json', '{}');
  jest.advanceTimersByTime(30_000);
  expect([clicked.mock.calls.length, revokeObjectURL.mock.calls]).toEqual([1, []]);
  jest.runAllTimers();
  expect(revokeObjectURL.mock.calls).toEqual([['blob:x']]);
});
