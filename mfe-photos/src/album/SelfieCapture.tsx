import { t } from '@flint/texts';
import { Icon, icons } from '@flint/ui';
import { FilePicker } from './FilePicker';

/** A picture straight from the front camera (spec 2, 5), as a place of the album. */
export function SelfieCapture({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  return (
    <FilePicker className="add-photo add-photo--selfie f-gap-1" selfie onFiles={onFiles}>
      <Icon path={icons.camera} size={24} />
      <strong>{t('Take a selfie')}</strong>
      <span className="f-soft">{t('Look straight at the camera, for liveness detection')}</span>
    </FilePicker>
  );
}
