import { message, t } from '@flint/texts';
import type { Platform } from '../platform';
import { isWork } from '../data/unsaved-work';
import type { Outbox } from './outbox';

const WORDS: readonly (readonly [words: string, ...kinds: string[]])[] = [
  [message('your answers'), 'answers', 'completed'],
  [message('your week'), 'week'],
  [message('your photos'), 'album'],
  [message('your settings'), 'mail'],
  [message('what you wrote'), 'draft'],
];

/** The drafts of the photos screen: the album, and its pictures. */
const isOfAlbum = (name: string) => /^(photos$|picture:)/.test(name);

const ONLY_HERE = message('this browser keeps nothing, so please leave this page open');

/**
 * Shows in the status line what the server does not have yet, and asks before the page is closed if the browser does not keep it either.
 * Returns a function that stops.
 */
export function reportUnsaved(outbox: Outbox, setUnsaved: Platform['setUnsaved']): () => void {
  const report = () => {
    const { isOnDevice } = outbox.status();
    const drafts = outbox.readKind('draft').map(([name]) => name);
    for (const [words, ...kinds] of WORDS) {
      const text = isOnDevice ? t(words) : `${t(words)} (${t(ONLY_HERE)})`;
      const isUnsaved =
        kinds.some((kind) => outbox.isUnsaved(kind)) ||
        (kinds.includes('album') && drafts.some(isOfAlbum)) ||
        // a form begun is named where only this page has it
        (kinds.includes('draft') && !isOnDevice && drafts.some((name) => isWork(name) && !isOfAlbum(name)));
      setUnsaved(`outbox:${kinds[0]}`, isUnsaved ? text : null, { keptOnDevice: isOnDevice });
    }
  };
  report();
  return outbox.subscribe(report);
}
