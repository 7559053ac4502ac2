import { createStore } from '../store';
import type { Outbox } from './outbox';
import { reportUnsaved } from './report-unsaved';

/** What is reported for an outbox with these drafts, by what it says. */
function reported(drafts: readonly string[], { isOnDevice = true, isUnsaved = false } = {}) {
  const outbox = {
    status: () => ({ isOnDevice }),
    isUnsaved: () => isUnsaved,
    readKind: () => drafts.map((name) => [name, {}]),
    subscribe: createStore(null).subscribe,
  };
  const named = new Map<string, boolean>();
  reportUnsaved(
    outbox as unknown as Outbox,
    (_key, text, options) => text && named.set(text, options?.keptOnDevice ?? false),
  );
  return [...named];
}
const ONLY_HERE = '(this browser keeps nothing, so please leave this page open)';

describe('unsent work in the status line', () => {
  it('answers and the end of the questionnaire, a week, photos and settings - are named once each', () => {
    expect(
      reported([], { isUnsaved: true })
        .map(([text]) => text)
        .slice(0, 4),
    ).toEqual(['your answers', 'your week', 'your photos', 'your settings']);
  });

  it.each([
    [['photos', 'picture:a'], true, [['your photos', true]]],
    [['picture:a'], false, [[`your photos ${ONLY_HERE}`, false]]],
    [['offer:ben', 'question'], true, []],
    [['offer:ben'], false, [[`what you wrote ${ONLY_HERE}`, false]]],
    [['question'], false, []],
  ])('drafts %j - where the device keeps them: %s - are reported as %j', (drafts, isOnDevice, as) => {
    expect(reported(drafts, { isOnDevice })).toEqual(as);
  });
});
