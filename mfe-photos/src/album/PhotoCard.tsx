import { Badge, Button, Icon, IconButton, Progress } from '@flint/ui';
import type { DragEvent, KeyboardEvent } from 'react';
import type { Album, AlbumItem } from '../upload/use-album';

interface PhotoCardProps {
  readonly item: AlbumItem;
  readonly position: number;
  readonly album: Album;
}

/** One photo with its state and what can be done; moved by drag, or by Alt and arrows. */
export function PhotoCard({ item, position, album }: PhotoCardProps) {
  const isPrimary = position === 0;
  const name = isPrimary ? 'Primary photo' : `Photo ${position + 1}`;
  const handleKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || !event.altKey) return;
    event.preventDefault();
    album.move(item.id, by);
  };
  const handleDrop = (event: DragEvent) => {
    const id = event.dataTransfer.getData('text/flint-photo');
    if (!id) return;
    event.preventDefault();
    event.stopPropagation();
    const from = album.items.findIndex((each) => each.id === id);
    album.move(id, position - from);
  };
  return (
    <li
      className="photo"
      draggable
      onKeyDown={handleKeyDown}
      onDragStart={(event) => event.dataTransfer.setData('text/flint-photo', item.id)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={handleDrop}
    >
      <img src={item.preview} alt={name} draggable={false} />
      {isPrimary && (
        <span className="photo__badge">
          <Badge tone="accent">Main</Badge>
        </span>
      )}
      <span className="photo__remove">
        <IconButton label={`Remove ${name}`} icon={<Icon name="x" />} onClick={() => album.remove(item.id)} />
      </span>
      {item.state === 'uploading' && (
        <div className="photo__state">
          <Progress label={`Uploading ${name}`} value={Math.round(item.progress * 100)} showText />
          <Button size="s" onClick={() => album.cancel(item.id)}>
            Cancel
          </Button>
        </div>
      )}
      {item.state === 'failed' && (
        <div className="photo__state" role="alert">
          <span>{item.message}</span>
          <Button size="s" variant="primary" onClick={() => album.retry(item.id)}>
            Try again
          </Button>
        </div>
      )}
      {!isPrimary && item.state === 'ready' && (
        <div className="photo__actions">
          <Button size="s" onClick={() => album.makePrimary(item.id)}>
            Make Primary
          </Button>
          <Button size="s" variant="quiet" onClick={() => album.remove(item.id)}>
            Remove
          </Button>
        </div>
      )}
    </li>
  );
}
