import { ScreenLink, useUser } from '@flint/remote-kit';
import { language, t } from '@flint/texts';
import { Card, CardTitle, Icon, Page, Stack } from '@flint/ui';
import { AccountCard } from '../profile/AccountCard';
import { SafetyCard } from '../profile/SafetyCard';
import { SignOutButton } from '../profile/SignOutButton';
import { AlertsCard } from './AlertsCard';
import { CalendarCard } from './CalendarCard';
import { KeyboardCard, LookCard } from './HabitCards';
import { InstallCard } from './InstallCard';
import { MailSwitch } from './MailSwitch';
import './settings.css';

/** Settings: look, news, keyboard, devices, data, safety. */
export function SettingsScreen() {
  const { email } = useUser();
  return (
    <Page
      title={t('Settings')}
      lead={<span translate="no">{email}</span>}
      width="wide"
      back={
        <ScreenLink to="profile" className="settings__back">
          <Icon name="chevron-left" /> {t('Your Profile')}
        </ScreenLink>
      }
    >
      <div className="settings">
        <Stack gap={5}>
          <LookCard />
          <Card as="section" aria-label={t('News')}>
            <Stack>
              <CardTitle>{t('News')}</CardTitle>
              <MailSwitch />
            </Stack>
          </Card>
          <AlertsCard />
          <CalendarCard />
          <KeyboardCard />
        </Stack>
        <Stack gap={5}>
          <SafetyCard />
          <AccountCard />
          <InstallCard />
          <Card as="section" aria-label={t('Help')}>
            <Stack>
              <CardTitle>{t('Help')}</CardTitle>
              <ul className="settings__rows">
                {[
                  ['help', t('How it works, and whom to ask')],
                  ['privacy', t('Privacy')],
                  ['terms', t('Terms')],
                ].map(([page, text]) => (
                  <li key={page}>
                    <a href={`/${page}.html#${language()}`}>{text}</a>
                  </li>
                ))}
              </ul>
            </Stack>
          </Card>
          <SignOutButton />
        </Stack>
      </div>
    </Page>
  );
}
