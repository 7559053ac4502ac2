import { t } from '@flint/texts';
import { EmptyState, PhotosDrawing } from '@flint/ui';
import type { ReactNode } from 'react';

/** The empty album: large places for the first photo, and where to begin. */
export function EmptyAlbum({ children }: { readonly children: ReactNode }) {
  return (
    <div className="photos__album photos__album--empty">
      {children}
      <div className="photos__none">
        <EmptyState drawing={<PhotosDrawing />} title={t('No photos yet')}>
          <p>{t('Start with one where your face is easy to see.')}</p>
        </EmptyState>
      </div>
    </div>
  );
}
