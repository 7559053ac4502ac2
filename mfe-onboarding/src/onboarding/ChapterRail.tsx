import { t } from '@flint/texts';
import { Icon, icons, Items, Label } from '@flint/ui';
import type { Chapter } from './chapters';

interface ChapterRailProps {
  readonly chapters: readonly Chapter[];
  readonly current: Chapter;
  readonly onPick: (chapter: Chapter) => void;
}

/** The chapters with their counts, below the frame's navigation in a wide window; each leads to its first open question. */
export function ChapterRail({ chapters, current, onPick }: ChapterRailProps) {
  return (
    <nav className="onboarding__rail" aria-label={t('Chapters')}>
      <Label as="p">{t('Chapters')}</Label>
      <Items index>
        {chapters.map((chapter) => (
          <li key={chapter.section}>
            <button
              type="button"
              className="f-item"
              aria-current={chapter === current ? 'step' : undefined}
              onClick={() => onPick(chapter)}
            >
              <span className="f-grow">{t(chapter.title)}</span>
              {chapter.minutes === 0 ? (
                <Icon path={icons.check} size={16} label={t('Answered')} />
              ) : (
                <span>
                  {chapter.answered}/{chapter.count}
                </span>
              )}
            </button>
          </li>
        ))}
      </Items>
    </nav>
  );
}
