import { t } from '@flint/texts';
import { Kbd } from '@flint/ui';
import { useIsWide } from './use-is-wide';

/** The key that does the same, for eyes only: `aria-keyshortcuts` tells it to everybody else. Not on phones. */
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

/** Says which keys go through the list on a wide window. */
export function MovesHint() {
  return (
    <p className="o-moves" aria-hidden="true">
      <KeyHint keys="jk" /> {t('next and previous')}
    </p>
  );
}
