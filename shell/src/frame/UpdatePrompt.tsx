import { t } from '@flint/texts';
import { Button, Icon, IconButton } from '@flint/ui';
import { useState } from 'react';

/** Offers a new version of the app, which is never loaded without a click. */
export function UpdatePrompt({ onUpdate }: { readonly onUpdate: () => void }) {
  const [open, setOpen] = useState(true);
  if (!open) return null;
  return (
    <section className="update-prompt" role="status">
      <Icon name="spark" />
      <p>{t('A new version is ready.')}</p>
      <Button size="s" variant="primary" onClick={onUpdate}>
        {t('Reload')}
      </Button>
      <IconButton label={t('Later')} icon={<Icon name="x" />} onClick={() => setOpen(false)} />
    </section>
  );
}
