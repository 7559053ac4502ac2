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
const HELD: Look = { icon: icons.edit, text: message('Not saved') };
const OFFLINE: Look = { icon: icons.offline, text: message('Offline: kept on this device') };

interface SaveStatusProps {
  readonly state: SaveState;
  /** The question has an answer; a default that it shows is saved by Next. */
  readonly isAnswered: boolean;
  /** What stands in the question's field is sent only after the student changes, chooses or confirms it. */
  readonly isHeld: boolean;
}

function lookOf({ state, isAnswered, isHeld }: SaveStatusProps, online: boolean): Look {
  if (state !== 'saved') return online ? LOOKS[state] : OFFLINE;
  if (isHeld) return HELD;
  return isAnswered ? LOOKS.saved : OPEN;
}

/** Says where the answers are: sent, waiting or held; before the first answer, that there is none. */
export function SaveStatus(props: SaveStatusProps) {
  const { icon, text } = lookOf(props, usePlatform().online);
  return (
    <Soft as="span" className="onboarding__status f-row f-gap-1" role="status">
      <Icon path={icon} size={16} />
      <span>{t(text)}</span>
    </Soft>
  );
}
