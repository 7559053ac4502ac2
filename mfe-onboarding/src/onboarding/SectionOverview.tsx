import { SECTIONS } from '@flint/contracts/questions/sections';
import type { Answers, Question } from '@flint/contracts/questions/types';
import { useUnsavedWork } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Badge, Button, Checkbox, Dialog, Icon, icons, Items, Row, Stack } from '@flint/ui';
import { useRef, useState } from 'react';
import { UNACCEPTED_BIRTH_DATE } from './fields/BirthDateField';
import { isAutoAdvanceOn, setGoesOn } from './use-go-on';

interface SectionOverviewProps {
  readonly open: boolean;
  readonly questions: readonly Question[];
  readonly answers: Answers;
  readonly current: string;
  readonly onPick: (questionId: string) => void;
  readonly onClose: () => void;
  /** Everything is saved; the student can continue later. */
  readonly onLeave: () => void;
}

/** All questions by section, answered or not, each a link; opens at the current one. */
export function SectionOverview({
  open,
  questions,
  answers,
  current,
  onPick,
  onClose,
  onLeave,
}: SectionOverviewProps) {
  const row = useRef<HTMLButtonElement>(null);
  const [isOn, setOn] = useState(isAutoAdvanceOn);
  const unaccepted = useUnsavedWork<string>(UNACCEPTED_BIRTH_DATE);
  const handleGoesOn = (on: boolean) => {
    setGoesOn(on);
    setOn(on);
  };
  return (
    <Dialog
      open={open}
      title={t('All questions')}
      onClose={onClose}
      size="l"
      initialFocus={row}
      actions={<Button onClick={onLeave}>{t('Continue later')}</Button>}
    >
      {SECTIONS.map((section) => {
        const own = questions.filter((question) => question.section === section.id);
        const answered = own.filter(({ id }) => answers[id] !== undefined).length;
        if (own.length === 0) return null;
        return (
          <Stack key={section.id} as="section" gap={2}>
            <Row between>
              <h3>{t(section.title)}</h3>
              <Badge tone={answered === own.length ? 'green' : 'neutral'}>
                {t('{answered} of {count}', { answered, count: own.length })}
              </Badge>
            </Row>
            <Items framed>
              {own.map(({ id, title, required }) => (
                <li key={id}>
                  <button
                    type="button"
                    className="f-item"
                    aria-current={id === current ? 'step' : undefined}
                    ref={id === current ? row : null}
                    onClick={() => onPick(id)}
                  >
                    <span className="f-grow">
                      {t(title)}
                      {section.required && !required && ` (${t('Optional')})`}
                      {id === 'bundle_intro' &&
                        unaccepted.value !== null &&
                        ` (${t('check your date of birth')})`}
                    </span>
                    {answers[id] === undefined ? (
                      <span role="img" aria-label={t('Not answered')} />
                    ) : (
                      <Icon path={icons.check} label={t('Answered')} />
                    )}
                  </button>
                </li>
              ))}
            </Items>
          </Stack>
        );
      })}
      <Checkbox label={t('Continue automatically after one choice')} checked={isOn} onChange={handleGoesOn} />
    </Dialog>
  );
}
