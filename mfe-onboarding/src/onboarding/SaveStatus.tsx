import { usePlatform } from '@flint/remote-kit';
import { message, t } from '@flint/texts';
import { Icon, type IconPath, icons, Soft } from '@flint/ui';
import type { SaveState } from '@flint/remote-kit/data';

interface Look {
  readonly icon: IconPath;
  readonly text: string;
}

const LOOKS: Readonly<Record<SaveState, Look>> = {
  saved: { icon: icons.check, text: message('Saved') },
  waiting: { icon: icons.refresh, text: message('Saving…') },
  saving: { icon: icons.refresh, text: message('Saving…') },
  retrying: { icon: icons.refresh, text: message('On this device, trying again') },
};
const OPEN: Look = { icon: icons.edit, text: message('Not answered') };
const OFFLINE: Look = { icon: icons.offline, text: message('Offline: kept on this device') };

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
      <Icon path={icon} size={16} />
      <span>{t(text)}</span>
    </Soft>
  );
}
