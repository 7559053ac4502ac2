import { t } from '@flint/texts';
import { Button, Icon, icons, Progress, Row, Stack } from '@flint/ui';
import { useElapsedSeconds } from './use-elapsed';

interface QuestionHeaderProps {
  readonly number: number;
  readonly count: number;
  readonly onOverview: () => void;
}

/** Progress, position, elapsed seconds (spec 2), and the link to all questions. */
export function QuestionHeader({ number, count, onOverview }: QuestionHeaderProps) {
  const seconds = useElapsedSeconds();
  return (
    <Stack gap={2}>
      <Progress label={t('Questionnaire')} value={number} max={count} />
      <Row between className="f-soft">
        <Row as="span" gap={2}>
          <span>{t('Question {number} of {count}', { number, count })}</span>
          <span title={t('Elapsed seconds')}>
            <span className="f-visually-hidden">{t('Elapsed:')} </span>
            {t('{seconds}s', { seconds })}
          </span>
        </Row>
        <Button
          size="s"
          variant="quiet"
          className="onboarding__all"
          icon={<Icon path={icons.menu} size={18} />}
          onClick={onOverview}
        >
          {t('All questions')}
        </Button>
      </Row>
    </Stack>
  );
}
