import { completenessOf } from '@flint/contracts/questions/completeness';
import { ScreenLink } from '@flint/remote-kit';
import { plural, t } from '@flint/texts';
import { Columns, Icon, Items, ItemText, Section, SidePane, Stack, Stat } from '@flint/ui';
import { AnswersCard, Missing } from './AnswersCard';
import { Checklist } from './Checklist';
import { checklistOf, openParts } from './checklist-items';
import { CompletenessCard } from './CompletenessCard';
import { freeHours, hoursPerWeek } from './hours-per-week';
import { Preview } from './Preview';
import { SignOutButton } from './SignOutButton';
import type { ProfileParts } from './use-profile-parts';

/** Completeness, checklist, quick stats, answers, preview and account. */
export function ProfileSummary({ parts }: { readonly parts: ProfileParts }) {
  const { missing, sections, week, photoCount, onboardingCompleted } = parts;
  const hasAvailability = (week?.utcSlots.length ?? 0) > 0;
  const completeness = completenessOf({ onboardingCompleted, photos: photoCount, hasAvailability });
  const items = checklistOf({ completeness, sections, hasAvailability, photos: photoCount });
  const open = openParts({ onboardingCompleted, hasAvailability, photos: photoCount });
  const free = plural(freeHours(week), '{n} hour marked free', '{n} hours marked free');
  return (
    <>
      <Stack gap={5}>
        {missing.length > 0 && <Missing missing={missing} />}
        <Columns>
          <CompletenessCard completeness={completeness} items={items} open={open} />
          <Section title={t('Quick Stats')}>
            <dl className="profile__stats">
              <Stat label={t('Photos')} value={photoCount} />
              <Stat
                label={t('Hours/Week')}
                value={hoursPerWeek(week)}
                hint={`${t('Number of free time ranges × 2')} · ${free}`}
              />
            </dl>
          </Section>
        </Columns>
        <Checklist items={items} />
        <AnswersCard missing={missing} sections={sections} />
      </Stack>
      <SidePane>
        <Preview />
        <Items framed>
          <li>
            <ScreenLink to="profile" params={{ page: 'settings' }} className="f-item">
              <Icon name="settings" />
              <ItemText title={t('Settings')}>
                {t('Appearance, language, notifications, safety and your data')}
              </ItemText>
              <Icon name="chevron-right" />
            </ScreenLink>
          </li>
        </Items>
        <SignOutButton />
      </SidePane>
    </>
  );
}
