import type { Outbox } from './outbox';
import { reportUnsaved } from './report-unsaved';

describe('unsent work in the status line', () => {
  it('answers and the end of the questionnaire, a week, photos and settings - are named once each', () => {
    const outbox = {
      status: () => ({ isOnDevice: true }),
      isUnsaved: () => true,
      subscribe: () => () => undefined,
    };
    const named = new Map<string, string | null>();
    reportUnsaved(outbox as unknown as Outbox, (key, text) => void named.set(key, text));
    expect([...named.values()]).toEqual(['your answers', 'your week', 'your photos', 'your settings']);
  });
});
