import { t } from '@flint/texts';
import { buttonClass, Icon, Soft, Stack } from '@flint/ui';
import { FilePicker } from './FilePicker';

/** A picture straight from the front camera (spec 2, 5). */
export function SelfieCapture({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  return (
    <Stack gap={2}>
      <FilePicker className={buttonClass({ variant: 'secondary' })} selfie onFiles={onFiles}>
        <Icon name="camera" /> {t('Take a selfie')}
      </FilePicker>
      <Soft>
        {t(
          'Look straight at the camera in good light, so that liveness detection can tell you are really there.',
        )}
      </Soft>
    </Stack>
  );
}
