import { completenessOf } from '@flint/contracts/questions/completeness';
import { ScreenLink } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Icon, icons, Items, ItemText, Row, SidePane, Stack, useIsWide } from '@flint/ui';
import { Checklist } from './Checklist';
import { checklistOf } from './checklist-items';
import { CompletenessCard } from './CompletenessCard';
import { Preview } from './Preview';
import { ProfileHead } from './ProfileHead';
import { SignOutButton } from './SignOutButton';
import type { ProfileParts } from './use-profile-parts';

/** Head with quick stats, completeness, checklist, account and preview. */
export function ProfileSummary({ parts }: { readonly parts: ProfileParts }) {
  const { missing, sections, week, photoCount, onboardingCompleted } = parts;
  const isWide = useIsWide();
  const hasAvailability = (week?.utcSlots.length ?? 0) > 0;
  const completeness = completenessOf({ onboardingCompleted, photos: photoCount, hasAvailability });
  const items = checklistOf({ completeness, sections, week, photos: photoCount });
  return (
    <>
      <Stack gap={5}>
        <ProfileHead parts={parts} />
        <CompletenessCard
          completeness={completeness}
          items={items}
          missing={missing}
          onboardingCompleted={onboardingCompleted}
        />
        <Checklist items={items} />
        {/* a wide window has it in its navigation */}
        {!isWide && (
          <Items framed>
            <li>
              <ScreenLink to="profile" params={{ page: 'settings' }} className="f-item">
                <span className="profile__tick f-disc">
                  <Icon path={icons.settings} />
                </span>
                <ItemText title={t('Settings')}>
                  {t('Theme, language, notifications, safety and your data')}
                </ItemText>
                <Icon path={icons.chevronRight} />
              </ScreenLink>
            </li>
          </Items>
        )}
        <Row fill>
          <SignOutButton />
        </Row>
      </Stack>
      {/* on a phone the head leads to the card */}
      {isWide && (
        <SidePane>
          <Preview />
        </SidePane>
      )}
    </>
  );
}
