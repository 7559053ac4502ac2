import type { NEEDED_FOR_MATCHING } from '@flint/contracts/questions/matchable';
import { NEXT_LIST } from '@flint/contracts/wording';
import { ScreenLink } from '@flint/remote-kit';
import { localized, message, t } from '@flint/texts';
import { Icon, Items, Notice, Section, Soft, Stack } from '@flint/ui';
import type { ProfileParts } from './use-profile-parts';

/** What matching needs, by name. */
const NAMES: Readonly<Record<(typeof NEEDED_FOR_MATCHING)[number], string>> = {
  bundle_intro: message('Your date of birth'),
  gender_identity: message('How do you describe your gender?'),
  seeking_genders: message('Who would you like to meet?'),
};

/** What is missing to be matched. */
export function Missing({ missing }: Pick<ProfileParts, 'missing'>) {
  return (
    <Notice tone="warning" title={t('You cannot be matched yet')}>
      <p>{t('Matching still needs:')}</p>
      <Stack as="ul" gap={2}>
        {missing.map((id) => (
          <li key={id}>
            <ScreenLink to="onboarding" params={{ question: id }}>
              {t(NAMES[id])}
            </ScreenLink>
          </li>
        ))}
      </Stack>
    </Notice>
  );
}

/** A way into every section of the answers. */
export function AnswersCard({ missing, sections = [] }: Pick<ProfileParts, 'missing' | 'sections'>) {
  return (
    <Section title={t('Your answers')}>
      {missing.length === 0 && <p>{t(NEXT_LIST)}</p>}
      <Items>
        {sections.map(({ title, count, answered, next }) => (
          <li key={title}>
            <ScreenLink to="onboarding" params={{ question: next }} className="f-item">
              <span className="f-grow">{localized(title)}</span>
              <Soft as="span">{t('{answered} of {count} answered', { answered, count })}</Soft>
              <Icon name="edit" size={18} />
            </ScreenLink>
          </li>
        ))}
      </Items>
    </Section>
  );
}
