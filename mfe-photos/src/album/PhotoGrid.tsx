import { t } from '@flint/texts';
import { buttonClass, Row, Soft, VisuallyHidden } from '@flint/ui';
import { useId, type ReactNode } from 'react';
import type { Album } from '../upload/use-album';
import { FilePicker } from './FilePicker';
import { PhotoCard } from './PhotoCard';
import { useReorder } from './use-reorder';

interface PhotoGridProps {
  readonly album: Album;
  readonly onReplace: (id: string, files: readonly File[]) => void;
  /** The next free place. */
  readonly children: ReactNode;
}

/**
 * The album: the primary photo large, the others in three columns (spec 2). One list, so that a photo retains its element, and with it the
 * focus and the drag, when it becomes the primary one.
 */
export function PhotoGrid({ album, onReplace, children }: PhotoGridProps) {
  const gripHelp = useId();
  const reorder = useReorder(album);
  const { items } = album;
  const primary = items.find(({ state }, i) => i === 0 && state === 'ready');
  return (
    <>
      {/* how many places of the last row of three a phone has left for the selfie */}
      <div className="photos__album" style={{ '--photos-left': 2 - ((items.length - 1) % 3) || 3 } as object}>
        <Row between className="photos__title--primary">
          <h2>{t('Primary Photo')}</h2>
          {primary && (
            <FilePicker
              className={buttonClass({ variant: 'quiet', size: 's' })}
              onFiles={(files) => onReplace(primary.id, files)}
            >
              {t('Change')}
            </FilePicker>
          )}
        </Row>
        <Row between className="photos__title--more">
          <h2>{t('Additional Photos')}</h2>
          {items.length > 1 && <Soft as="span">{t('Drag to reorder')}</Soft>}
        </Row>
        <ul className="photos__list" role="list" aria-label={t('Your photos, the primary first')}>
          {items.map((item, i) => (
            <PhotoCard
              key={item.id}
              item={item}
              position={i}
              album={album}
              reorder={reorder}
              gripHelp={gripHelp}
            />
          ))}
        </ul>
        {children}
      </div>
      <span id={gripHelp} hidden>
        {t('Press an arrow key to move this photo, Home to make it the primary one.')}
      </span>
      <span role="status">
        <VisuallyHidden>{reorder.announcement}</VisuallyHidden>
      </span>
    </>
  );
}
