import { useUnsavedWork } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Badge, Button, Checkbox, Dialog, Icon, icons, Items, Row, Stack } from '@flint/ui';
import { useRef, useState } from 'react';
import type { Chapter } from './chapters';
import { UNACCEPTED_BIRTH_DATE } from './fields/BirthDateField';
import { isAutoAdvanceOn, setGoesOn } from './use-go-on';

interface SectionOverviewProps {
  readonly open: boolean;
  readonly chapters: readonly Chapter[];
  readonly current: string;
  readonly onPick: (questionId: string) => void;
  readonly onClose: () => void;
  /** Everything is saved; the student can continue later. */
  readonly onLeave: () => void;
}

/** All questions by section, answered or not, each a link; opens at the current one. */
export function SectionOverview({ open, chapters, current, onPick, onClose, onLeave }: SectionOverviewProps) {
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
      {chapters.map((chapter) => (
        <Stack key={chapter.section} as="section" gap={2}>
          <Row between>
            <h3>{t(chapter.title)}</h3>
            <Badge tone={chapter.minutes === 0 ? 'green' : 'neutral'}>
              {t('{answered} of {count}', { answered: chapter.answered, count: chapter.count })}
            </Badge>
          </Row>
          <Items framed>
            {chapter.questions.map(({ id, title, required }) => (
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
                    {chapter.required && !required && ` (${t('Optional')})`}
                    {id === 'bundle_intro' &&
                      unaccepted.value !== null &&
                      ` (${t('check your date of birth')})`}
                  </span>
                  {chapter.open.some((each) => each.id === id) ? (
                    <span role="img" aria-label={t('Not answered')} />
                  ) : (
                    <Icon path={icons.check} label={t('Answered')} />
                  )}
                </button>
              </li>
            ))}
          </Items>
        </Stack>
      ))}
      <Checkbox label={t('Continue automatically after one choice')} checked={isOn} onChange={handleGoesOn} />
    </Dialog>
  );
}
