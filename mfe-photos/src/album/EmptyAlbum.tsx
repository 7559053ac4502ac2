import { LIMITS } from '@flint/contracts';
import { t } from '@flint/texts';
import { EmptyState } from '@flint/ui';
import type { ReactNode } from 'react';

/** The empty album: a large drop target for the primary photo, and placeholders. */
export function EmptyAlbum({ children }: { readonly children: ReactNode }) {
  return (
    <div className="photos__album photos__album--empty">
      {children}
      <div className="photos__none">
        <EmptyState drawing="photos" title={t('No photos yet')}>
          <p>{t('Start with one where your face is easy to see.')}</p>
          <div className="photos__places" aria-hidden="true">
            {Array.from({ length: LIMITS.photosMax - 1 }, (_, i) => (
              <span key={i} />
            ))}
          </div>
        </EmptyState>
      </div>
    </div>
  );
}
