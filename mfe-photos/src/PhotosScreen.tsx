import { LIMITS, WORDING } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { asCallFailure } from '@flint/remote-kit/data';
import { plural, t } from '@flint/texts';
import {
  Badge,
  Button,
  ErrorState,
  Foot,
  Notice,
  Page,
  SidePane,
  Skeleton,
  Spinner,
  loadable,
  loadableDialog,
  useIsWide,
} from '@flint/ui';

import { AddPhoto } from './album/AddPhoto';
import { PhotoTips } from './album/PhotoTips';
import { SelfieCapture } from './album/SelfieCapture';
import { useDroppedFiles } from './album/use-dropped-files';
import { useCropQueue } from './crop/use-crop-queue';
import { useAlbum } from './upload/use-album';
import './photos.css';

const CropDialog = loadableDialog(() => {
  // shown next
  PhotoGrid.load().catch(() => undefined);
  return import('./crop/CropDialog').then((module) => module.CropDialog);
});
const Preview = loadable(
  () => import('./profile/ProfileScreen').then((module) => module.Preview),
  // photos can be added without it
  () => null,
);
const TwoAlbums = loadable(() => import('./album/TwoAlbums').then((module) => module.TwoAlbums));
const PhotoGrid = loadable(() => import('./album/PhotoGrid').then((module) => module.PhotoGrid));

/** A placeholder as tall as the window, so that nothing visible moves when the photos arrive. */
const WAIT = (
  <div className="photos__wait">
    <Skeleton shape="block" height="max(32rem, 100dvh)" />
  </div>
);

/** 'Add Your Photos' (spec 2): at most six, the first is primary. */
export function PhotosScreen() {
  const { navigation, notify, online } = usePlatform();
  const album = useAlbum();
  const queue = useCropQueue(album);
  const count = album.items.length;
  const handleFiles = (files: readonly File[]) => void queue.take(files);
  const isOver = useDroppedFiles(album.isFull ? null : handleFiles);
  const handleSave = async () => {
    const how = await album.save();
    if (how === 'stored') navigation.goTo('profile');
    else if (how === 'failure' || how === 'refusal') notify(t(WORDING.savePhotosFailed), 'failure');
  };
  const failure = asCallFailure(album.list.error);
  // a save would delete photos that were not loaded
  const isUnknown = !album.list.data;
  const hasFailed = isUnknown && failure !== null;
  const isWide = useIsWide();
  const addPhoto = album.isFull ? null : (
    <>
      <AddPhoto onFiles={handleFiles} isOver={isOver} />
      <SelfieCapture onFiles={handleFiles} />
    </>
  );
  return (
    <Page
      title={t('Add Your Photos')}
      width="wide"
      actions={(count > 0 || !isUnknown) && <Badge tone="accent">{`${count}/${LIMITS.photosMax}`}</Badge>}
    >
      {!online && (
        <Notice tone="warning">
          {t('You are offline. Photos you add are kept on this device; try again when you are back.')}
        </Notice>
      )}
      {failure && isUnknown && online && (
        <ErrorState title={t('Unable to Load Photos')} onRetry={() => void album.list.refetch()}>
          <p>{t(failure.message)}</p>
        </ErrorState>
      )}
      {album.dispute && <TwoAlbums album={album} dispute={album.dispute} />}
      {album.isLoading ? (
        WAIT
      ) : isUnknown && online ? null : (
        <>
          {count === 0 && <div className="photos__empty">{addPhoto}</div>}
          {count > 0 && (
            <PhotoGrid fallback={WAIT} album={album} onReplace={(id, files) => void queue.take(files, id)}>
              {addPhoto}
            </PhotoGrid>
          )}
          {!(isWide && count === 0) && <PhotoTips />}
          {isWide && (
            <SidePane>
              {count > 0 ? <Preview fallback={<Skeleton shape="block" height="24rem" />} /> : <PhotoTips />}
            </SidePane>
          )}
        </>
      )}
      <Foot>
        <Button variant="quiet" onClick={() => navigation.goTo('profile')}>
          {t('Skip for now')}
        </Button>
        {!hasFailed && (
          <Button
            variant="primary"
            busy={album.isSaving}
            disabled={count === 0 || album.isUploading || isUnknown}
            onClick={() => void handleSave()}
          >
            {plural(count, 'Save {n} Photo', 'Save {n} Photos')}
          </Button>
        )}
      </Foot>
      {queue.current && (
        <CropDialog
          key={queue.current.id}
          file={queue.current.file}
          place={queue.place}
          onCancel={queue.cancel}
          onCropped={queue.crop}
          fallback={<Spinner label={t('Opening the cropper')} />}
        />
      )}
    </Page>
  );
}
