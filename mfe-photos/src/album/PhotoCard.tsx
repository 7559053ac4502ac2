import { t } from '@flint/texts';
import { Badge, Button, classes, Icon, icons, PhotoFrame, Progress } from '@flint/ui';
import type { Album } from '../upload/use-album';
import type { AlbumItem } from '../upload/album-items';
import type { Reorder } from './use-reorder';
import './photo.css';

interface PhotoCardProps {
  readonly item: AlbumItem;
  /** Position in the album, from 0; the first is primary. */
  readonly position: number;
  readonly album: Album;
  readonly reorder: Reorder;
  /** Id of the text that explains the handle. */
  readonly gripHelp: string;
}

/** The label of a photo by its position, from 0. */
function wordsOf(position: number) {
  if (position === 0)
    return {
      name: t('Primary photo'),
      uploading: t('Uploading Primary photo'),
      move: t('Move Primary photo'),
    };
  const place = { place: position + 1 };
  return {
    name: t('Photo {place}', place),
    uploading: t('Uploading Photo {place}', place),
    move: t('Move Photo {place}', place),
  };
}

/** Overlay of a photo that is not on the server: its progress, or why it failed, with buttons. */
function UploadState({
  item,
  uploading,
  album,
}: Pick<PhotoCardProps, 'item' | 'album'> & { readonly uploading: string }) {
  const { id, state, progress, message, file } = item;
  if (state === 'uploading')
    return (
      <div className="photo__state f-over f-stack f-gap-2">
        <Progress label={uploading} value={Math.round(progress * 100)} showText />
        <Button size="s" onClick={() => album.cancel(id)}>
          {t('Cancel')}
        </Button>
      </div>
    );
  return (
    <div className="photo__state f-over f-stack f-gap-2" role="alert">
      <span>{message}</span>
      {file && (
        <Button size="s" variant="primary" onClick={() => album.retry(id)}>
          {t('Try Again')}
        </Button>
      )}
    </div>
  );
}

/** One photo with its state and actions; moved by dragging or by the keys of its handle. */
export function PhotoCard({ item, position, album, reorder, gripHelp }: PhotoCardProps) {
  const { id, preview, state } = item;
  const isPrimary = position === 0;
  const words = wordsOf(position);
  return (
    <li
      className={classes(
        'photo f-stack f-gap-1',
        isPrimary && 'photo--primary',
        reorder.draggedId === id && 'photo--dragged',
      )}
      data-photo={id}
      data-state={state}
      onPointerDown={(event) => reorder.handleCardPress(id, event)}
    >
      {/* the card is dragged, not a copy of its picture */}
      <div className="photo__picture" onDragStart={(event) => event.preventDefault()}>
        <PhotoFrame name={words.name} photoUrl={preview} />
        {isPrimary && (
          <span className="photo__badge">
            <Badge tone="accent">{t('Main')}</Badge>
          </span>
        )}
        {state !== 'ready' && <UploadState item={item} uploading={words.uploading} album={album} />}
        <button
          type="button"
          className="photo__remove"
          aria-label={isPrimary ? t('Remove Primary photo') : undefined}
          onClick={() => album.remove(id)}
        >
          {t('Remove')}
        </button>
        {state === 'ready' && album.items.length > 1 && (
          <button
            type="button"
            className="photo__grip f-disc"
            aria-label={words.move}
            aria-describedby={gripHelp}
            title={t('Drag, or press an arrow key')}
            onPointerDown={(event) => reorder.handleGripPress(id, event)}
            onKeyDown={(event) => reorder.handleGripKey(id, event)}
          >
            <Icon path={icons.menu} size={18} />
          </button>
        )}
      </div>
      {!isPrimary && (
        <Button
          size="s"
          variant="quiet"
          onClick={({ currentTarget }) => {
            // the primary photo has no such button: its handle takes the focus, without one another button
            currentTarget.parentElement?.querySelector<HTMLElement>('button:last-of-type')?.focus();
            reorder.moveTo(id, 0);
          }}
        >
          {t('Make Primary')}
        </Button>
      )}
    </li>
  );
}
