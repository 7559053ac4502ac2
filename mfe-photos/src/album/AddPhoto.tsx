import { t } from '@flint/texts';
import { classes, Icon, icons } from '@flint/ui';
import { FilePicker } from './FilePicker';

interface AddPhotoProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** Whether files are dragged over the page. */
  readonly isOver: boolean;
}

/** The next free place of the album: a file picker and drop target. */
export function AddPhoto({ onFiles, isOver }: AddPhotoProps) {
  return (
    <FilePicker
      className={classes('add-photo f-gap-1', isOver && 'add-photo--over')}
      multiple
      onFiles={onFiles}
    >
      <span className="add-photo__plus f-disc">
        <Icon path={icons.plus} size={24} />
      </span>
      <strong>{t('Add photo')}</strong>
      <span className="add-photo__hint f-soft">{isOver ? t('Drop to add') : t('or drop pictures here')}</span>
    </FilePicker>
  );
}
