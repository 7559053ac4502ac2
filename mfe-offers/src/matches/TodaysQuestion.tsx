import type { DailyQuestion } from '@flint/contracts';
import { NEXT_LIST } from '@flint/contracts/wording';
import { ScreenLink } from '@flint/remote-kit';
import { useAnswers } from '@flint/remote-kit/data';
import { localized, t } from '@flint/texts';
import { Button, buttonClass, Card, Icon, icons, Row, Soft, Stack, useIsWide } from '@flint/ui';
import { readDevice, storeOnDevice } from '@flint/ui/on-device';
import { useEffect, useState } from 'react';

/** The question that this device shows, until when, and whether it was skipped; sign-out deletes it. */
const KEY = 'flint:todays-question';

interface Seen {
  readonly until: string;
  readonly id: string;
  readonly isDone: boolean;
}

interface TodaysQuestionProps {
  readonly question: DailyQuestion;
  /** When the next list is made: the next question comes with it. */
  readonly until: string;
}

/** One open question a day: answered here, answered on its page of the questionnaire, or skipped. Saved as in the questionnaire. */
export function TodaysQuestion({ question: latest, until }: TodaysQuestionProps) {
  const own = useAnswers();
  // a list that arrives meanwhile may have another question
  const [question] = useState(latest);
  const [seen] = useState(() => readDevice<Seen>(KEY));
  const [chosen, setChosen] = useState<string | null>(null);
  const [isSkipped, setSkipped] = useState(false);
  // on a phone one line, so that the first person's plan is in view
  const isWide = useIsWide();
  const [isOpen, setOpen] = useState(isWide);
  const { id, title, effect, options } = question;
  // answered since: the next question comes tomorrow
  const isOver = seen?.until === until && (seen.isDone || seen.id !== id);
  useEffect(() => {
    if (!isOver) storeOnDevice(KEY, { until, id, isDone: false });
  }, [isOver, until, id]);
  if (isOver || isSkipped || (!chosen && own.isUnsent(id))) return null;
  const refusal = own.refusals.find(({ questionId }) => questionId === id);
  const skip = () => {
    storeOnDevice(KEY, { until, id, isDone: true });
    setSkipped(true);
  };
  const answer = (value: string) => {
    setChosen(value);
    own.answer(id, value);
    storeOnDevice(KEY, { until, id, isDone: true });
  };
  return (
    <Card as="section" tone="accent" padding="s" className="m-question" aria-labelledby="todays-question">
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Icon path={icons.spark} />
          <span>
            <Soft as="small">{t('Today’s question')}</Soft>
            <h2 id="todays-question">{localized(title)}</h2>
          </span>
          <Icon path={icons.chevronRight} />
        </summary>
        <Stack gap={3}>
          <Soft>
            {localized(effect)} {t(NEXT_LIST)}
          </Soft>
          <Row gap={2}>
            {options === null ? (
              <ScreenLink to="onboarding" params={{ question: id }} className={buttonClass({ size: 's' })}>
                {t('Answer')}
              </ScreenLink>
            ) : (
              options.map(({ value, label }) => (
                <Button key={value} size="s" aria-pressed={chosen === value} onClick={() => answer(value)}>
                  {localized(label)}
                </Button>
              ))
            )}
            <Button size="s" variant="quiet" onClick={skip}>
              {t('Skip today’s question')}
            </Button>
          </Row>
          {chosen !== null && (
            <p role={refusal ? 'alert' : 'status'}>
              {refusal
                ? localized(refusal.detail)
                : t('Thank you. Everything else you have left open is under Questions.')}
            </p>
          )}
        </Stack>
      </details>
    </Card>
  );
}
