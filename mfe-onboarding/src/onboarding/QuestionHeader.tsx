import { t } from '@flint/texts';
import { Button, Icon, Progress, Row, Stack } from '@flint/ui';
import type { Chapter } from './chapters';
import { useElapsedSeconds } from './use-elapsed';

interface QuestionHeaderProps {
  readonly number: number;
  readonly count: number;
  /** The bar shows what is answered in each, not the position. */
  readonly chapters: readonly Chapter[];
  readonly onOverview: () => void;
}

/** Progress, position, elapsed seconds (spec 2), and the link to all questions. */
export function QuestionHeader({ number, count, chapters, onOverview }: QuestionHeaderProps) {
  const seconds = useElapsedSeconds();
  const parts = chapters.map((chapter) => ({
    id: chapter.section,
    value: chapter.answered,
    max: chapter.count,
  }));
  const answered = parts.reduce((sum, { value }) => sum + value, 0);
  return (
    <Stack gap={2}>
      <Progress label={t('Questionnaire')} value={answered} max={count} parts={parts} />
      <Row gap={2} className="onboarding__count f-soft">
        <span>{t('Question {number} of {count}', { number, count })}</span>
        <Row as="span" gap={1} title={t('Elapsed seconds')}>
          <Icon name="clock" size={16} />
          <span className="f-visually-hidden">{t('Elapsed:')} </span>
          {t('{seconds}s', { seconds })}
        </Row>
        <Button size="s" variant="quiet" icon={<Icon name="menu" size={18} />} onClick={onOverview}>
          {t('All questions')}
        </Button>
      </Row>
    </Stack>
  );
}
