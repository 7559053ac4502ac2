import { Icon } from '@flint/ui';
import { useId, useState, type DragEvent } from 'react';

interface AddPhotoProps {
  readonly onFiles: (files: readonly File[]) => void;
}

/** The picker: a button, and a place to drop several files on. */
export function AddPhoto({ onFiles }: AddPhotoProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      className={over ? 'add-photo add-photo--over' : 'add-photo'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <input
        id={id}
        className="f-visually-hidden"
        type="file"
        accept="image/jpeg,image/png,image/webp,image/*"
        multiple
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <label htmlFor={id}>
        <Icon name="plus" size={28} />
        <strong>Add photo</strong>
        <span>or drop pictures here</span>
      </label>
    </div>
  );
}
