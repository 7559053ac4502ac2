import type { Offer, Person } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { useSayMetMutation } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Button, Row, Soft, Stack } from '@flint/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { failureText } from '../shared/failure';
import { focusHeadingAfterMove, useChangeOffer } from './use-answers';

type Meeting = NonNullable<Offer['meeting']>;
type Step = 'met' | 'again' | 'why';
type Choice = readonly [text: string, does: Step | Meeting];

interface MeetQuestionProps {
  readonly offer: Offer;
  readonly partner: Person;
}

/** The student's answer as a sentence. */
function said(meeting: Meeting, name: string): string {
  if (meeting.met)
    return meeting.again ? t('You met, and would meet again.') : t('You met, once was enough.');
  const why = {
    they_missed: t('You did not meet: {name} did not come.', { name }),
    i_missed: t('You did not meet: you could not make it.'),
    agreed: t('You did not meet: you both decided not to.'),
  };
  return why[meeting.reason];
}

const questionOf = (step: Step, name: string) =>
  (
    {
      met: {
        title: t('Did you meet {name}?', { name }),
        hint: t('Only you see your answer.'),
        choices: [
          [t('Yes, we met'), 'again'],
          [t('No'), 'why'],
        ],
      },
      again: {
        title: t('Would you like to meet again?'),
        hint: t('You are among each other’s matches again only if both of you say yes. {name} is not told.', {
          name,
        }),
        choices: [
          [t('Yes, again'), { met: true, again: true }],
          [t('Once was enough'), { met: true, again: false }],
        ],
      },
      why: {
        title: t('What happened?'),
        hint: t('{name} is not told. If something was not right, report it.', { name }),
        choices: [
          [t('{name} did not come', { name }), { met: false, reason: 'they_missed' }],
          [t('I could not make it'), { met: false, reason: 'i_missed' }],
          [t('We both decided not to'), { met: false, reason: 'agreed' }],
        ],
      },
    } satisfies Record<Step, { title: string; hint: string; choices: Choice[] }>
  )[step];

interface QuestionProps {
  readonly title: string;
  readonly hint: string;
  readonly choices: readonly Choice[];
  readonly disabled: boolean;
  /** Takes the focus, because the pressed button is gone. */
  readonly takesFocus: boolean;
  readonly onChoose: (does: Step | Meeting) => void;
}

function Question({ title, hint, choices, disabled, takesFocus, onChoose }: QuestionProps) {
  const titleId = useId();
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <Stack gap={3} role="group" aria-labelledby={titleId}>
      <p id={titleId} ref={heading} tabIndex={-1} className="f-label">
        {title}
      </p>
      <Row gap={2}>
        {choices.map(([text, does]) => (
          <Button key={text} size="s" disabled={disabled} onClick={() => onChoose(does)}>
            {text}
          </Button>
        ))}
      </Row>
      <Soft>{hint}</Soft>
    </Stack>
  );
}

/** Two questions after a date: did you meet; then 'again?' or 'what happened?'. Only the student sees the answers. */
export function MeetQuestion({ offer, partner }: MeetQuestionProps) {
  const { online, notify } = usePlatform();
  const [save, { isLoading }] = useSayMetMutation();
  const change = useChangeOffer();
  const [step, setStep] = useState<Step | null>(offer.meeting ? null : 'met');
  const [isUnderWay, setUnderWay] = useState(false);

  const go = (next: Step) => {
    setUnderWay(true);
    setStep(next);
  };
  const handleChoose = async (does: Step | Meeting) => {
    if (typeof does === 'string') {
      go(does);
      return;
    }
    const answer = await save({ params: { id: offer.id }, body: does });
    if ('error' in answer) {
      notify(failureText(answer.error), 'failure');
      return;
    }
    change(offer.id, () => answer.data);
    setStep(null);
    focusHeadingAfterMove();
  };

  if (step) {
    return (
      <Question
        key={step}
        {...questionOf(step, partner.name)}
        disabled={!online || isLoading}
        takesFocus={isUnderWay}
        onChoose={(does) => void handleChoose(does)}
      />
    );
  }
  if (!offer.meeting) return null;
  return (
    <Row between>
      <Soft>
        {said(offer.meeting, partner.name)} {t('Only you see this.')}
      </Soft>
      <Button size="s" variant="quiet" disabled={!online} onClick={() => go('met')}>
        {t('Change')}
      </Button>
    </Row>
  );
}
