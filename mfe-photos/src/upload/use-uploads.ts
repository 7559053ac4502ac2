import { asCallFailure, useRequestPhotoUploadMutation } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { useEffect, useRef } from 'react';
import type { AlbumItem } from './album-items';
import { UploadFailure } from './upload-failure';

/** Uploads added pictures, each by itself, while the screen is shown; `patch` shows how each one goes. */
export function useUploads(patch: (id: string, change: Partial<AlbumItem>) => void) {
  const [requestUpload] = useRequestPhotoUploadMutation();
  const aborts = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const all = aborts.current;
    // the next visit begins those again
    return () => all.forEach((abort) => abort.abort());
  }, []);

  const requestUploadUrl = async ({ name, type }: File) => {
    const asked = await requestUpload({ fileName: name, fileType: type });
    if (!('error' in asked)) return asked.data;
    const failure = asCallFailure(asked.error);
    throw new UploadFailure(t(failure?.problem?.detail ?? failure?.message ?? ''), failure?.status ?? 0);
  };

  return {
    async upload(id: string, file: File) {
      const abort = new AbortController();
      aborts.current.set(id, abort);
      patch(id, { state: 'uploading', progress: 0, message: null, url: null });
      try {
        const { uploadPhoto } = await import('./upload-photo');
        const url = await uploadPhoto(file, {
          ask: () => requestUploadUrl(file),
          signal: abort.signal,
          onProgress: (progress) => patch(id, { progress }),
        });
        patch(id, { state: 'ready', progress: 1, url });
      } catch (error) {
        patch(id, {
          state: 'failed',
          message: error instanceof UploadFailure ? error.message : t('The upload failed.'),
        });
      }
    },
    cancel: (id: string) => aborts.current.get(id)?.abort(),
  };
}
