import { t } from '@flint/texts';
import { Toast } from '@flint/ui';
import { useState } from 'react';

/** Offers a new version of the app, which is never loaded without a click. */
export function UpdatePrompt({ onUpdate }: { readonly onUpdate: () => void }) {
  // the next version has another function
  const [dismissed, setDismissed] = useState<() => void>();
  if (dismissed === onUpdate) return null;
  return (
    <Toast
      tone="info"
      text={t('A new version is ready.')}
      action={{ label: t('Reload'), run: onUpdate }}
      dismissLabel={t('Later')}
      onDismiss={() => setDismissed(() => onUpdate)}
    />
  );
}
