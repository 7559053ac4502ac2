import type { Card } from '@flint/contracts';
import { localized, t } from '@flint/texts';
import { CardTitle, Facts, PhotoFrame, Soft, Stack } from '@flint/ui';
import './others.css';

/** Shown in one line under the name, as on a match's card. */
const IN_LINE: readonly string[] = ['pronouns', 'academic_info', 'major_program'];

/** What a match's card shows of a student, and nothing else. */
export function CardFace({ card: { name, photoUrls, items } }: { readonly card: Card }) {
  const shown = items.filter(({ isShown, values }) => isShown && values.length > 0);
  const age = shown.find(({ id }) => id === 'age')?.values[0];
  const line = shown.filter(({ id }) => IN_LINE.includes(id)).flatMap(({ values }) => values);
  const about = shown.filter(({ id }) => id !== 'age' && !IN_LINE.includes(id));
  return (
    <>
      <PhotoFrame name={name} photoUrl={photoUrls[0] ?? null} />
      <Stack gap={2} className="f-card--pad-m">
        <CardTitle>
          <span translate="no">{name}</span>
          {age !== undefined && `, ${age}`}
        </CardTitle>
        {line.length > 0 && <p>{localized(line.join(' · '))}</p>}
        {about.length > 0 && <Facts facts={about} />}
        <Soft>
          {t('A match also reads why you two fit and when you are both free.')}{' '}
          {t('Never your email, your date of birth or what you ruled out.')}
        </Soft>
      </Stack>
    </>
  );
}
