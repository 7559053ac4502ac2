import { Button, Icon, Progress } from '@flint/ui';
import { useElapsedSeconds } from './use-elapsed';

interface QuestionHeaderProps {
  readonly number: number;
  readonly count: number;
  readonly onOverview: () => void;
}

/** Progress, place, seconds so far (spec 2), and the way to every other question. */
export function QuestionHeader({ number, count, onOverview }: QuestionHeaderProps) {
  const seconds = useElapsedSeconds();
  return (
    <div className="onboarding__top">
      <Progress label="Questionnaire" value={number} max={count} />
      <div className="onboarding__count">
        <span>
          Question {number} of {count}
        </span>
        <span className="onboarding__elapsed" title="Elapsed seconds">
          <Icon name="clock" size={16} />
          <span className="f-visually-hidden">Elapsed: </span>
          {seconds}s
        </span>
        <Button size="s" variant="quiet" icon={<Icon name="menu" size={18} />} onClick={onOverview}>
          All questions
        </Button>
      </div>
    </div>
  );
}
