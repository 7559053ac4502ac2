import { buttonClass, Icon } from '@flint/ui';
import { useId } from 'react';

/** A picture straight from the front camera (spec 2, 5). */
export function SelfieCapture({ onFile }: { readonly onFile: (file: File) => void }) {
  const id = useId();
  return (
    <div className="selfie">
      <input
        id={id}
        className="f-visually-hidden"
        type="file"
        accept="image/*"
        capture="user"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
          event.target.value = '';
        }}
      />
      <label htmlFor={id} className={buttonClass({ variant: 'secondary' })}>
        <Icon name="camera" /> Take a selfie
      </label>
      <small>
        Look straight at the camera in good light, so that liveness detection can tell you are really there.
      </small>
    </div>
  );
}
