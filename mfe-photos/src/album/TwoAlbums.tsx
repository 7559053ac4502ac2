import { plural, t } from '@flint/texts';
import { EitherOr } from '@flint/ui';

interface TwoAlbumsProps {
  readonly mine: readonly unknown[];
  readonly theirs: readonly unknown[];
  readonly onChoose: (which: 'mine' | 'theirs') => void;
}

/** Albums that two devices have changed: the student chooses. */
export function TwoAlbums({ mine, theirs, onChoose }: TwoAlbumsProps) {
  return (
    <EitherOr
      title={t('Your photos were changed on another device, too')}
      mine={plural(mine.length, '{n} photo', '{n} photos')}
      theirs={plural(theirs.length, '{n} photo', '{n} photos')}
      onChoose={onChoose}
    />
  );
}
