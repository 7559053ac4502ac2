import { t } from '@flint/texts';
import { Button, Icon, Progress } from '@flint/ui';
import { useElapsedSeconds } from './use-elapsed';

interface QuestionHeaderProps {
  readonly number: number;
  readonly count: number;
  /** How many have an answer: the bar shows that, not the place. */
  readonly answered: number;
  readonly onOverview: () => void;
}

/** Progress, place, seconds so far (spec 2), and the way to every other question. */
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
