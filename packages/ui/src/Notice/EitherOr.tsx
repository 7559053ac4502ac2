import { t } from '@flint/texts';
import type { ReactNode } from 'react';
import { Button } from '../Button/Button';
import { Notice } from './Notice';
import './EitherOr.css';

interface EitherOrProps {
  /** What was changed in two places. */
  readonly title: string;
  readonly mine: ReactNode;
  readonly theirs: ReactNode;
  readonly onChoose: (which: 'mine' | 'theirs') => void;
}

/** Two values of the same thing, from this device and another one: the student chooses, nothing is replaced before. */
export function EitherOr({ title, mine, theirs, onChoose }: EitherOrProps) {
  const sides = [
    { which: 'mine', label: t('On this device'), value: mine, action: t('Keep mine') },
    { which: 'theirs', label: t('Saved on another device'), value: theirs, action: t('Use the other') },
  ] as const;
  return (
    <Notice tone="warning" title={title}>
      <div className="f-either-or">
        {sides.map(({ which, label, value, action }) => (
          <div key={which} className="f-either-or__side">
            <span className="f-soft">{label}</span>
            <div>{value}</div>
            <Button size="s" onClick={() => onChoose(which)}>
              {action}
            </Button>
          </div>
        ))}
      </div>
    </Notice>
  );
}
