import type { Photo } from '@flint/contracts';
import { ageOn, localToday } from '@flint/contracts/questions/age';
import { ELIGIBILITY_IDENTITY } from '@flint/contracts/questions/eligibility-identity';
import type { Answers, IntroAnswer, Question } from '@flint/contracts/questions/types';
import { t } from '@flint/texts';
import { Card, CardTitle, PhotoFrame, Stack } from '@flint/ui';

/** The questions whose answers stand on a match's card, in the order shown there. */
const ON_THE_CARD = ['pronouns', 'academic_info', 'major_program'] as const;

function labelOf(answers: Answers, id: string): string | null {
  const question: Question | undefined = ELIGIBILITY_IDENTITY.find((each) => each.id === id);
  const answer: unknown = answers[id];
  if (question?.type !== 'single_select' || answer === undefined) return null;
  if (typeof answer === 'object') return (answer as { other?: string }).other ?? null;
  const label = question.options.find(({ value }) => value === answer)?.label;
  return label === undefined ? null : t(label);
}

/** How others see me: what a match's card shows of a student, and nothing else. */
export function Preview({ answers, photo }: { readonly answers: Answers; readonly photo: Photo | null }) {
  const { display_name: given, date_of_birth: born } = (answers.bundle_intro ?? {}) as IntroAnswer;
  const name = given?.trim() || t('A student');
  const age = born ? ageOn(born, localToday()) : null;
  const about = ON_THE_CARD.flatMap((id) => labelOf(answers, id) ?? []);
  return (
    <Card padding="none" as="section" aria-label={t('How others see you')}>
      <PhotoFrame name={name} photoUrl={photo?.displayUrl} />
      <Stack gap={2} className="profile__preview">
        <span className="profile__eyebrow">{t('How others see you')}</span>
        <CardTitle>
          <span translate="no">
            {name}
            {age !== null && `, ${age}`}
          </span>
        </CardTitle>
        {about.length > 0 && <p>{about.join(' · ')}</p>}
        <p className="profile__quiet">
          {t('Below it a match reads up to three reasons why you two fit and when you are both free.')}{' '}
          {t('Never your email, your date of birth, or what you picked as a firm no.')}
        </p>
      </Stack>
    </Card>
  );
}
