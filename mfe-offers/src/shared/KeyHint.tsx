import { t } from '@flint/texts';
import { Kbd, StatusKeys, useIsWide } from '@flint/ui';

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
  const moves = [['j', 'k'], t('next and previous')] as const;
  const sends = [['1', '2', '3'].slice(0, plans), t('send a plan')] as const;
  return <StatusKeys keys={plans > 0 ? [moves, sends, [['z'], t('undo')]] : [moves]} />;
}
