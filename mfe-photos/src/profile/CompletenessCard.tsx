import { ScreenLink, usePlatform } from '@flint/remote-kit';
import type { NEEDED_FOR_MATCHING } from '@flint/contracts/questions/matchable';
import { locale, localized, message, t } from '@flint/texts';
import { Button, Icon, icons, Items, ItemText, Progress, Row, Section, Soft, Stack } from '@flint/ui';
import type { ChecklistItem } from './checklist-items';
import type { ProfileParts } from './use-profile-parts';

interface CompletenessCardProps extends Pick<ProfileParts, 'missing' | 'onboardingCompleted'> {
  readonly completeness: number;
  readonly items: readonly ChecklistItem[];
}

/** What matching needs, by name. */
const NAMES: Readonly<Record<(typeof NEEDED_FOR_MATCHING)[number], string>> = {
  bundle_intro: message('Your date of birth'),
  gender_identity: message('How do you describe your gender?'),
  seeking_genders: message('Who would you like to meet?'),
};

const percent = (of100: number) =>
  localized(new Intl.NumberFormat(locale(), { style: 'percent' }).format(of100 / 100));

/**
 * The percentage bar; below 100 % the answers that are missing, which no card of the checklist names, and 'Complete Profile', which opens the
 * first incomplete item; and 'View Your Offers' (spec 2).
 */
export function CompletenessCard({
  completeness,
  items,
  missing,
  onboardingCompleted,
}: CompletenessCardProps) {
  const { navigation } = usePlatform();
  // availability and a photo make 60 %: then all three cards are complete, and only questions are left
  const next = items.find(({ complete }) => !complete) ?? items[0]!;
  const isOpen = completeness < 100;
  return (
    <Section
      title={t('Profile Completeness')}
      aside={<strong className="f-stat__value">{percent(completeness)}</strong>}
    >
      <Progress label={t('Profile Completeness')} value={completeness} />
      {missing.length > 0 ? (
        <Stack gap={1}>
          <Soft>{t('Matching still needs:')}</Soft>
          <Items>
            {missing.map((id) => (
              <li key={id}>
                <ScreenLink to="onboarding" params={{ question: id }} className="f-item">
                  <ItemText title={t(NAMES[id])} />
                  <Icon path={icons.chevronRight} />
                </ScreenLink>
              </li>
            ))}
          </Items>
        </Stack>
      ) : (
        !onboardingCompleted && <ScreenLink to="onboarding">{t('Finish the questions')}</ScreenLink>
      )}
      <Row fill>
        {isOpen && (
          <Button variant="primary" onClick={() => navigation.goTo(next.screen)}>
            {t('Complete Profile')}
          </Button>
        )}
        <Button onClick={() => navigation.goTo('offers')}>{t('View Your Offers')}</Button>
      </Row>
    </Section>
  );
}
