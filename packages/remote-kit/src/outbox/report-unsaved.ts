import { message, t } from '@flint/texts';
import type { Platform } from '../platform';
import type { Outbox } from './outbox';

/** How long a save may take before the status line shows it. */
const PATIENCE_MS = 1_500;

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
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = () => {
    clearTimeout(timer);
    timer = undefined;
    const { isOnDevice } = outbox.status();
    for (const [kind, words] of Object.entries(WORDS)) {
      const text = isOnDevice ? t(words) : `${t(words)} (${t(ONLY_HERE)})`;
      setUnsaved(`outbox:${kind}`, outbox.isUnsaved(kind) ? text : null, { keptOnDevice: isOnDevice });
    }
  };
  const handleChange = () => {
    // most saves are over before it is worth saying
    if (outbox.status().state === 'retrying' || !outbox.isUnsaved()) report();
    else timer ??= setTimeout(report, PATIENCE_MS);
  };
  handleChange();
  const stop = outbox.subscribe(handleChange);
  return () => {
    clearTimeout(timer);
    stop();
  };
}
