import { message, t } from '@flint/texts';
import type { Platform } from '../platform';
import type { Outbox } from './outbox';

const WORDS: Readonly<Record<string, string>> = {
  answers: message('your answers'),
  completed: message('your answers'),
  week: message('your week'),
  album: message('your photos'),
};

const ONLY_HERE = message('this browser keeps nothing, so please leave this page open');

/**
 * Shows in the status line what the server does not have yet, and asks before the page is closed if the browser does not keep it either.
 * Returns a function that stops.
 */
export function reportUnsaved(outbox: Outbox, setUnsaved: Platform['setUnsaved']): () => void {
  const report = () => {
    const { isOnDevice } = outbox.status();
    for (const [kind, words] of Object.entries(WORDS)) {
      const text = isOnDevice ? t(words) : `${t(words)} (${t(ONLY_HERE)})`;
      setUnsaved(`outbox:${kind}`, outbox.isUnsaved(kind) ? text : null, { keptOnDevice: isOnDevice });
    }
  };
  report();
  return outbox.subscribe(report);
}
