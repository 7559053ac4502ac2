import { t } from '@flint/texts';
import { Button, Icon, Progress } from '@flint/ui';
import { useElapsedSeconds } from './use-elapsed';

interface QuestionHeaderProps {
  readonly number: number;
  readonly count: number;
  /** Number of answered questions; the bar shows it, not the position. */
  readonly answered: number;
  readonly onOverview: () => void;
}

/** Progress, position, elapsed seconds (spec 2), and the link to all questions. */
export function QuestionHeader({ number, count, answered, onOverview }: QuestionHeaderProps) {
  const seconds = useElapsedSeconds();
  return (
    <div className="onboarding__top">
      <Progress label={t('Questionnaire')} value={answered} max={count} />
      <div className="onboarding__count">
        <span>{t('Question {number} of {count}', { number, count })}</span>
        <span className="onboarding__elapsed" title={t('Elapsed seconds')}>
          <Icon name="clock" size={16} />
          <span className="f-visually-hidden">{t('Elapsed:')} </span>
          {t('{seconds}s', { seconds })}
        </span>
        <Button size="s" variant="quiet" icon={<Icon name="menu" size={18} />} onClick={onOverview}>
          {t('All questions')}
        </Button>
      </div>
    </div>
  );
}
