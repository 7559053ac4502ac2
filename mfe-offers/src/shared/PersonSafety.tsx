import { t } from '@flint/texts';
import { Icon, IconButton, icons, loadableDialog } from '@flint/ui';
import { useState } from 'react';
import type { PersonMenuProps } from './PersonMenu';

const PersonMenu = loadableDialog(() => import('./PersonMenu').then((module) => module.PersonMenu));

interface PersonSafetyProps extends Omit<PersonMenuProps, 'onClose'> {
  readonly onPhoto?: boolean;
}

/** The button of the menu to report or block. */
export function PersonSafety({ onPhoto = false, ...props }: PersonSafetyProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        onPhoto={onPhoto}
        label={t('Report or block {name}', { name: props.person.name })}
        icon={<Icon path={icons.more} />}
        onClick={() => setOpen(true)}
      />
      {isOpen && <PersonMenu {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
