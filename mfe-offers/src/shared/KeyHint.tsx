import { t } from '@flint/texts';
import { Kbd, useIsWide } from '@flint/ui';

/** Shows the key of a button; screen readers get it from `aria-keyshortcuts`. Not on phones. */
export function KeyHint({ keys }: { readonly keys: string }) {
  const isWide = useIsWide();
  if (!isWide) return null;
  return (
    <span className="o-key" aria-hidden="true">
      {[...keys].map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  );
}

interface MovesHintProps {
  /** Number of ready plans of the displayed entry. */
  readonly plans?: number;
}

/** In the frame's status line: which keys go through the list, and which send a plan. */
export function MovesHint({ plans = 0 }: MovesHintProps) {
  return (
    <p className="o-moves" aria-hidden="true">
      <span>
        <KeyHint keys="jk" /> {t('next and previous')}
      </span>
      {plans > 0 && (
        <>
          <span>
            <KeyHint keys={'123'.slice(0, plans)} /> {t('send a plan')}
          </span>
          <span>
            <KeyHint keys="z" /> {t('undo')}
          </span>
        </>
      )}
    </p>
  );
}
