import { usePlatform } from '@flint/remote-kit';
import { Icon } from '@flint/ui';
import type { SaveState } from './autosaver';

const WORDS: Readonly<Record<SaveState, string>> = {
  saved: 'Saved',
  saving: 'Saving…',
  waiting: 'Saving…',
  refused: 'One answer was not taken',
};

/** Where the answers are, in words. */
export function SaveStatus({ state }: { readonly state: SaveState }) {
  const { online } = usePlatform();
  const text = !online && state !== 'saved' ? 'Offline: kept on this device' : WORDS[state];
  return (
    <span className="onboarding__status" role="status">
      <Icon name={online ? (state === 'saved' ? 'check' : 'refresh') : 'offline'} size={16} /> {text}
    </span>
  );
}
