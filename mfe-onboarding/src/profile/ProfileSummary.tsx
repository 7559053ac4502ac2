import type { Availability, Photo, Profile } from '@flint/contracts';
import { ScreenLink, usePlatform } from '@flint/remote-kit';
import {
  Badge,
  Button,
  buttonClass,
  Card,
  CardTitle,
  Icon,
  Page,
  Progress,
  Row,
  Stack,
  Stat,
} from '@flint/ui';
import { AccountCard } from './AccountCard';
import { checklistOf } from './checklist';
import { hoursPerWeek } from './hours-per-week';
import { MatchingCard } from './MatchingCard';
import { Preview } from './Preview';
import './profile.css';

interface ProfileSummaryProps {
  readonly email: string;
  readonly profile: Profile | null;
  readonly week: Availability | null;
  readonly photos: readonly Photo[];
  readonly completeness: number;
}

/** Completeness, checklist, quick stats, preview and account. */
export function ProfileSummary({ email, profile, week, photos, completeness }: ProfileSummaryProps) {
  const { navigation, auth } = usePlatform();
  const items = checklistOf({
    completeness,
    hasAvailability: (week?.utcSlots.length ?? 0) > 0,
    photos: photos.length,
  });
  const next = items.find(({ complete }) => !complete) ?? items[0]!;
  return (
    <Page title="Your Profile" lead={email} width="wide">
      <div className="profile">
        <Stack gap={5}>
          <Card>
            <Stack gap={3}>
              <Row className="profile__between">
                <CardTitle>Profile Completeness</CardTitle>
                <strong>{completeness}%</strong>
              </Row>
              <Progress label="Profile Completeness" value={completeness} />
              <Row>
                <ScreenLink to="offers" className={buttonClass({ variant: 'primary' })}>
                  View Your Offers
                </ScreenLink>
                {completeness < 100 && (
                  <Button onClick={() => navigation.goTo(next.screen)}>Complete Profile</Button>
                )}
              </Row>
            </Stack>
          </Card>
          <ul className="profile__checklist">
            {items.map(({ title, text, screen, complete }) => (
              <li key={title}>
                <ScreenLink to={screen} className="profile__item">
                  <span className={complete ? 'profile__tick profile__tick--on' : 'profile__tick'}>
                    {complete && <Icon name="check" />}
                  </span>
                  <span className="profile__itemtext">
                    <strong>{title}</strong>
                    <span>{text}</span>
                  </span>
                  <Badge tone={complete ? 'green' : 'yellow'}>{complete ? 'Complete' : 'To do'}</Badge>
                  <Icon name="chevron-right" />
                </ScreenLink>
              </li>
            ))}
          </ul>
          <Card as="section" aria-labelledby="quick-stats">
            <Stack>
              <h2 id="quick-stats" className="f-card__title">
                Quick Stats
              </h2>
              <dl className="profile__stats">
                <Stat label="Photos" value={photos.length} />
                <Stat label="Hours/Week" value={hoursPerWeek(week)} />
              </dl>
            </Stack>
          </Card>
          {profile && <MatchingCard profile={profile} />}
        </Stack>
        <Stack gap={5}>
          <Preview profile={profile} photo={photos[0] ?? null} />
          <AccountCard />
          <Button icon={<Icon name="logout" />} onClick={() => void auth.signOut('local')}>
            Sign Out
          </Button>
        </Stack>
      </div>
    </Page>
  );
}
