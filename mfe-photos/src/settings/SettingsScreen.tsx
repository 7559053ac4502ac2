import { ScreenLink, useUser } from '@flint/remote-kit';
import { language, t } from '@flint/texts';
import { Columns, Icon, Items, Page, Section, Stack } from '@flint/ui';
import { AccountCard } from '../profile/AccountCard';
import { SafetyCard } from '../profile/SafetyCard';
import { SignOutButton } from '../profile/SignOutButton';
import { AlertsRow } from './AlertsRow';
import { CalendarRow } from './CalendarRow';
import { DeviceCard } from './DeviceCard';
import { MailSwitch } from './MailSwitch';

/** Settings: this device, news, safety, data, help. */
export function SettingsScreen() {
  const { email } = useUser();
  return (
    <Page
      title={t('Settings')}
      lead={<span translate="no">{email}</span>}
      width="wide"
      back={
        <ScreenLink to="profile">
          <Icon name="chevron-left" /> {t('Your Profile')}
        </ScreenLink>
      }
    >
      <Columns>
        <Stack gap={5}>
          <DeviceCard />
          <Section title={t('Notifications')}>
            <Items>
              <li>
                <MailSwitch />
              </li>
              <AlertsRow />
              <CalendarRow />
            </Items>
          </Section>
        </Stack>
        <Stack gap={5}>
          <SafetyCard />
          <AccountCard />
          <Section title={t('Help')}>
            <Items>
              {[
                ['help', t('How it works, and whom to ask')],
                ['privacy', t('Privacy')],
                ['terms', t('Terms')],
              ].map(([page, text]) => (
                <li key={page}>
                  <a className="f-item" href={`/${page}.html#${language()}`}>
                    {text}
                  </a>
                </li>
              ))}
            </Items>
          </Section>
          <SignOutButton />
        </Stack>
      </Columns>
    </Page>
  );
}
