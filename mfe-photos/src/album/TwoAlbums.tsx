import { plural, t } from '@flint/texts';
import { EitherOr, PhotoFrame, Row, Stack } from '@flint/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Album } from '../upload/use-album';
import './two-albums.css';

interface TwoAlbumsProps {
  readonly album: Album;
  readonly dispute: NonNullable<Album['dispute']>;
}

/** Albums that two devices have changed: the student chooses. It takes the focus, because Save is at the other end of the page. */
export function TwoAlbums({ album, dispute }: TwoAlbumsProps) {
  const section = useRef<HTMLElement>(null);
  // the other device may have added pictures
  const begin = useEffectEvent(() => {
    section.current?.focus();
    void album.list.refetch();
  });
  useEffect(() => begin(), []);
  const pictureOf = (url: string) =>
    album.items.find((item) => item.url === url)?.preview ??
    album.list.data?.items.find((photo) => photo.url === url)?.displayUrl;
  const sideOf = (urls: readonly string[]) => (
    <Stack gap={2}>
      <Row gap={2}>
        {urls.map((url, i) => {
          const name = i === 0 ? t('Primary photo') : t('Photo {place}', { place: i + 1 });
          const picture = pictureOf(url);
          return picture && <PhotoFrame key={url} name={name} photoUrl={picture} />;
        })}
      </Row>
      {plural(urls.length, '{n} photo', '{n} photos')}
    </Stack>
  );
  const title = t('Your photos were changed on another device, too');
  return (
    <section ref={section} tabIndex={-1} className="two-albums" aria-label={title}>
      <EitherOr
        title={title}
        mine={sideOf(dispute.mine)}
        theirs={sideOf(dispute.theirs)}
        onChoose={(which) => void album.choose(which)}
      />
    </section>
  );
}
