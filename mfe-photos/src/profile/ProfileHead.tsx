import type { Answers } from '@flint/contracts/questions/types';
import { useUser } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Avatar, Row, Soft, Stat } from '@flint/ui';
import { countOf, hoursPerWeek } from './hours-per-week';
import type { ProfileParts } from './use-profile-parts';

/** The student's photo, name and address, with the quick stats (spec 2). */
export function ProfileHead({
  parts: { profile, photos, photoCount, week },
}: {
  readonly parts: ProfileParts;
}) {
  const { email } = useUser();
  const intro = (profile?.answers as Answers | undefined)?.['bundle_intro'] as
    | { readonly display_name?: string }
    | undefined;
  const name = intro?.display_name;
  // the first is the primary one (spec 3)
  const main = photos[0];
  return (
    <section className="profile__head f-line f-gap-4" aria-label={t('Quick Stats')}>
      <Avatar name={name ?? email} photoUrl={main?.thumbnailUrl} size="l" />
      <div className="f-grow">
        {name && <strong translate="no">{name}</strong>}
        <Soft translate="no">{email}</Soft>
        <Row as="dl" gap={4}>
          <Stat label={t('Photos')} value={photoCount} />
          <Stat label={t('Hours/Week')} value={hoursPerWeek(week)} />
        </Row>
        {week && hoursPerWeek(week) > 0 && <Soft>{countOf(week)}</Soft>}
      </div>
    </section>
  );
}
