import { t } from '@flint/texts';
import { Toast } from '@flint/ui';
import { useState } from 'react';

/** Offers a new version of the app, which is never loaded without a click. */
export function UpdatePrompt({ onUpdate }: { readonly onUpdate: () => void }) {
  const [open, setOpen] = useState(true);
  if (!open) return null;
  return (
    <Toast
      tone="info"
      text={t('A new version is ready.')}
      action={{ label: t('Reload'), run: onUpdate }}
      dismissLabel={t('Later')}
      onDismiss={() => setOpen(false)}
    />
  );
}
