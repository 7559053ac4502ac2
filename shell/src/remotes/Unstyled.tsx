import { t } from '@flint/texts';
import { Button } from '@flint/ui';
import { useSyncExternalStore } from 'react';
import { files } from './files';

const subscribe = (listener: () => void) => {
  addEventListener('flint-unstyled', listener);
  return () => removeEventListener('flint-unstyled', listener);
};

/** Says that a screen stands without some of the styles of its release, which did not load. */
export function Unstyled({ styles }: { readonly styles: readonly string[] }) {
  const isPlain = useSyncExternalStore(subscribe, () => styles.some((url) => files.unstyled.has(url)));
  if (!isPlain) return null;
  return (
    <section className="f-row f-gap-3 unstyled" role="status">
      <p>{t('Some styles of this page did not load.')}</p>
      <Button size="s" onClick={() => location.reload()}>
        {t('Reload')}
      </Button>
    </section>
  );
}
