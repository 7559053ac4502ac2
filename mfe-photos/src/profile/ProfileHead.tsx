import type { Answers } from '@flint/contracts/questions/types';
import { useUser } from '@flint/remote-kit';
import { plural, t } from '@flint/texts';
import { Avatar, Label, Soft, Stat } from '@flint/ui';
import { freeHours, hoursPerWeek } from './hours-per-week';
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
  const main = photos.find(({ isPrimary }) => isPrimary) ?? photos[0];
  const free = plural(freeHours(week), '{n} hour marked free', '{n} hours marked free');
  return (
    <section className="profile__head f-line f-gap-4" aria-labelledby="quick-stats">
      <Avatar name={name ?? email} photoUrl={main?.thumbnailUrl} size="l" />
      <div className="f-grow">
        {name && <strong translate="no">{name}</strong>}
        <Soft translate="no">{email}</Soft>
        <Label as="h2" id="quick-stats">
          {t('Quick Stats')}
        </Label>
        <dl>
          <Stat label={t('Photos')} value={photoCount} />
          <Stat label={t('Hours/Week')} value={hoursPerWeek(week)} />
        </dl>
        <Soft as="small">{`${t('Number of free time ranges × 2')} · ${free}`}</Soft>
      </div>
    </section>
  );
}
