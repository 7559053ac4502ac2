import { LIMITS, WORDING } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { asCallFailure } from '@flint/remote-kit/data';
import {
  Badge,
  Button,
  Card,
  CardTitle,
  EmptyState,
  Notice,
  Page,
  Skeleton,
  Spinner,
  Stack,
} from '@flint/ui';
import { lazy, Suspense, useState } from 'react';
import { AddPhoto } from './album/AddPhoto';
import { PhotoCard } from './album/PhotoCard';
import { SelfieCapture } from './album/SelfieCapture';
import { fileProblem } from './upload/pick-files';
import { useAlbum } from './upload/use-album';
import './photos.css';

const CropDialog = lazy(() =>
  import('./crop/CropDialog').then(({ CropDialog: Dialog }) => ({ default: Dialog })),
);

const photosText = (count: number) => `${count} ${count === 1 ? 'Photo' : 'Photos'}`;

/** 'Add Your Photos' (spec 2): at most six, the first is primary. */
export function PhotosScreen() {
  const { navigation, notify, online } = usePlatform();
  const album = useAlbum();
  const [waiting, setWaiting] = useState<readonly File[]>([]);
  const { items } = album;
  const count = items.length;

  const handleFiles = async (files: readonly File[]) => {
    const accepted: File[] = [];
    for (const file of files) {
      const problem = await fileProblem(file);
      if (problem) notify(problem, 'failure');
      else accepted.push(file);
    }
    setWaiting((before) => [...before, ...accepted].slice(0, LIMITS.photosMax - count));
  };
  const handleSave = async () => {
    if (await album.save()) navigation.goTo('profile');
    else notify(WORDING.savePhotosFailed, 'failure');
  };
  const [cropping] = waiting;
  const failure = asCallFailure(album.list.error);
  const [primary, ...others] = items;
  return (
    <Page
      title="Add Your Photos"
      lead="People want to recognise you when you meet."
      actions={<Badge tone="accent">{`${count}/${LIMITS.photosMax}`}</Badge>}
    >
      {!online && (
        <Notice tone="warning">
          You are offline. Photos you add stay on this page until you are back; then try again.
        </Notice>
      )}
      {failure && online && (
        <Notice
          tone="failure"
          action={
            <Button size="s" onClick={() => void album.list.refetch()}>
              Try Again
            </Button>
          }
        >
          {failure.message}
        </Notice>
      )}
      {album.list.isLoading && <Skeleton shape="block" height="18rem" />}
      {!album.list.isLoading && count === 0 && (
        <EmptyState drawing="photos" title="No photos yet">
          <p>Start with one where your face is easy to see.</p>
        </EmptyState>
      )}
      {primary && (
        <section aria-labelledby="primary-photo">
          <h2 id="primary-photo" className="photos__title">
            Primary Photo
          </h2>
          <ul className="photos__primary">
            <PhotoCard item={primary} position={0} album={album} />
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby="more-photos">
          <h2 id="more-photos" className="photos__title">
            Additional Photos
          </h2>
          <ul className="photos__grid">
            {others.map((item, i) => (
              <PhotoCard key={item.id} item={item} position={i + 1} album={album} />
            ))}
          </ul>
        </section>
      )}
      {!album.isFull && (
        <Stack gap={3}>
          <AddPhoto onFiles={(files) => void handleFiles(files)} />
          <SelfieCapture onFile={(file) => void handleFiles([file])} />
        </Stack>
      )}
      <Card tone="soft">
        <Stack gap={2}>
          <CardTitle>Photo tips</CardTitle>
          <ul className="photos__tips">
            <li>Show your face clearly in your main photo.</li>
            <li>Add one of you doing something you love.</li>
            <li>Leave group pictures out: nobody knows which one is you.</li>
            <li>Places and other data hidden in the file are removed.</li>
          </ul>
        </Stack>
      </Card>
      <div className="photos__actions">
        <Button variant="quiet" onClick={() => navigation.goTo('profile')}>
          Skip for now
        </Button>
        <Button
          variant="primary"
          size="l"
          busy={album.isSaving}
          disabled={count === 0 || album.isUploading}
          onClick={() => void handleSave()}
        >
          Save {photosText(count)}
        </Button>
      </div>
      {cropping && (
        <Suspense fallback={<Spinner label="Opening the cropper" />}>
          <CropDialog
            key={`${cropping.name}-${cropping.lastModified}-${waiting.length}`}
            file={cropping}
            onCancel={() => setWaiting((before) => before.slice(1))}
            onCropped={(file) => {
              album.add(file);
              setWaiting((before) => before.slice(1));
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}
