import { Button, Icon, type IconPath } from '@flint/ui';
import type { ComponentProps } from 'react';

interface ButtonRowProps extends Omit<ComponentProps<typeof Button>, 'icon'> {
  /** What a press does, at the end of the row: it opens, saves a file or leaves. */
  readonly icon: IconPath;
}

/** A button as a row of the settings. */
export function ButtonRow({ icon, children, ...rest }: ButtonRowProps) {
  return (
    <li>
      <Button {...rest}>
        <span className="f-grow">{children}</span>
        <Icon path={icon} />
      </Button>
    </li>
  );
}
