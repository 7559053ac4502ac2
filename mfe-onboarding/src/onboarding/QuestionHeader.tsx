import { t } from '@flint/texts';
import { Button, Icon, Progress, Row, Stack } from '@flint/ui';
import { useElapsedSeconds } from './use-elapsed';

interface QuestionHeaderProps {
  readonly number: number;
  readonly count: number;
  /** The bar shows what is answered, not the position. */
  readonly answered: number;
  readonly onOverview: () => void;
}

/** Progress, position, elapsed seconds (spec 2), and the link to all questions. */
export function QuestionHeader({ number, count, answered, onOverview }: QuestionHeaderProps) {
  const seconds = useElapsedSeconds();
  return (
    <Stack gap={2}>
      <Progress label={t('Questionnaire')} value={answered} max={count} />
      <Row gap={2} className="onboarding__count f-soft">
        <span>{t('Question {number} of {count}', { number, count })}</span>
        <Row as="span" gap={1} title={t('Elapsed seconds')}>
          <Icon name="clock" size={16} />
          <span className="f-visually-hidden">{t('Elapsed:')} </span>
          {t('{seconds}s', { seconds })}
        </Row>
        <Button
          size="s"
          variant="quiet"
          className="onboarding__all"
          icon={<Icon name="menu" size={18} />}
          onClick={onOverview}
        >
          {t('All questions')}
        </Button>
      </Row>
    </Stack>
  );
}
