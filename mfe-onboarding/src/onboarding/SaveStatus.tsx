import { usePlatform } from '@flint/remote-kit';
import { message, t } from '@flint/texts';
import { Icon, Soft, type IconName } from '@flint/ui';
import type { SaveState } from '@flint/remote-kit/data';

interface Look {
  readonly icon: IconName;
  readonly text: string;
}

const LOOKS: Readonly<Record<SaveState, Look>> = {
  saved: { icon: 'check', text: message('Saved') },
  waiting: { icon: 'refresh', text: message('Saving…') },
  saving: { icon: 'refresh', text: message('Saving…') },
  retrying: { icon: 'refresh', text: message('On this device, trying again') },
};
const OFFLINE: Look = { icon: 'offline', text: message('Offline: kept on this device') };

/** Says where the answers are: sent, waiting or refused. */
export function SaveStatus({ state }: { readonly state: SaveState }) {
  const { online } = usePlatform();
  const { icon, text } = !online && state !== 'saved' ? OFFLINE : LOOKS[state];
  return (
    <Soft as="span" className="onboarding__status f-row f-gap-1" role="status">
      <Icon name={icon} size={16} />
      <span>{t(text)}</span>
    </Soft>
  );
}
