import type { RemoteId } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Button } from '@flint/ui';
import { useSyncExternalStore } from 'react';
import { files } from './files';

const subscribe = (listener: () => void) => {
  addEventListener('flint-unstyled', listener);
  return () => removeEventListener('flint-unstyled', listener);
};

/** Says that a screen stands without some of its styles, which did not load. */
export function Unstyled({ remote }: { readonly remote: RemoteId }) {
  const isPlain = useSyncExternalStore(subscribe, () => files.unstyled.has(remote));
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
