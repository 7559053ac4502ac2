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
const OPEN: Look = { icon: 'edit', text: message('Not answered') };
const OFFLINE: Look = { icon: 'offline', text: message('Offline: kept on this device') };

interface SaveStatusProps {
  readonly state: SaveState;
  /** The question has an answer; a default that it shows is saved by Next. */
  readonly isAnswered: boolean;
}

/** Says where the answers are: sent, waiting or refused; before the first answer, that there is none. */
export function SaveStatus({ state, isAnswered }: SaveStatusProps) {
  const { online } = usePlatform();
  const { icon, text } =
    state === 'saved' && !isAnswered ? OPEN : !online && state !== 'saved' ? OFFLINE : LOOKS[state];
  return (
    <Soft as="span" className="onboarding__status f-row f-gap-1" role="status">
      <Icon name={icon} size={16} />
      <span>{t(text)}</span>
    </Soft>
  );
}
