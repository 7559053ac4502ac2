import { ScreenLink, useUser } from '@flint/remote-kit';
import { language, t } from '@flint/texts';
import { Icon, Page, Stack } from '@flint/ui';
import { Section } from '../Section';
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
          <Section title={t('News')}>
            <MailSwitch />
          </Section>
          <AlertsCard />
          <CalendarCard />
          <KeyboardCard />
        </Stack>
        <Stack gap={5}>
          <SafetyCard />
          <AccountCard />
          <InstallCard />
          <Section title={t('Help')}>
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
          </Section>
          <SignOutButton />
        </Stack>
      </div>
    </Page>
  );
}
