import { useId, type ReactNode } from 'react';

interface FilePickerProps {
  readonly className: string;
  readonly children: ReactNode;
  /** Called with at least one file. */
  readonly onFiles: (files: readonly File[]) => void;
  readonly multiple?: boolean;
  /** A picture straight from the front camera, where the device has one. */
  readonly selfie?: boolean;
}

/** Types the server accepts. HEIC is not listed, so that iPhones convert to JPEG. */
const TYPES = 'image/jpeg,image/png,image/webp';

/** A file input that looks like its children. The same file can be picked twice in a row. */
export function FilePicker({
  className,
  children,
  onFiles,
  multiple = false,
  selfie = false,
}: FilePickerProps) {
  const id = useId();
  return (
    <span className="file-picker">
      <input
        id={id}
        className="f-visually-hidden"
        type="file"
        accept={selfie ? 'image/*' : TYPES}
        multiple={multiple}
        {...(selfie && { capture: 'user' as const })}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <label htmlFor={id} className={className}>
        {children}
      </label>
    </span>
  );
}
