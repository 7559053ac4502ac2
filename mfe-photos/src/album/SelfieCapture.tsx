import { t } from '@flint/texts';
import { buttonClass, Icon } from '@flint/ui';
import { FilePicker } from './FilePicker';
import './selfie.css';

/** A picture straight from the front camera (spec 2, 5). */
export function SelfieCapture({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  return (
    <div className="selfie">
      <FilePicker className={buttonClass({ variant: 'secondary' })} selfie onFiles={onFiles}>
        <Icon name="camera" /> {t('Take a selfie')}
      </FilePicker>
      <small>
        {t(
          'Look straight at the camera in good light, so that liveness detection can tell you are really there.',
        )}
      </small>
    </div>
  );
}
