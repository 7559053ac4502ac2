import { t } from '@flint/texts';
import type { ComponentType } from 'react';
import { Button } from '../Button/Button';
import { loadable } from '../Loading/loadable';
import { Dialog } from './Dialog';

type Closes = { readonly onClose: () => void } | { readonly onCancel: () => void };

/**
 * A dialog whose code is loaded when it opens. If that fails, a small dialog offers another try: the screen behind it stays. After the second
 * failure it offers to load the page again, because a page of an older build asks for a file that is gone; drafts are kept.
 */
export const loadableDialog = <P extends Closes>(load: () => Promise<ComponentType<P>>) =>
  loadable(load, (props: P, onRetry, failures) => (
    <Dialog
      open
      size="s"
      title={t('This could not be opened')}
      onClose={'onClose' in props ? props.onClose : props.onCancel}
      actions={
        failures > 1 ? (
          <Button variant="primary" onClick={() => location.reload()}>
            {t('Reload')}
          </Button>
        ) : (
          <Button variant="primary" onClick={onRetry}>
            {t('Try Again')}
          </Button>
        )
      }
    >
      <p>{t('A part of it did not arrive. Everything else keeps working.')}</p>
    </Dialog>
  ));
