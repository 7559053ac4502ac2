import { ScreenLink, usePlatform, useUser } from '@flint/remote-kit';
import { language, message, t } from '@flint/texts';
import {
  Card,
  Icon,
  IndexView,
  Items,
  ItemText,
  Page,
  PageHead,
  Stack,
  useIsWide,
  type IconName,
} from '@flint/ui';
import { useEffect, type ReactNode } from 'react';
import { AccountRows } from '../profile/AccountRows';
import { SafetySettings } from '../profile/SafetySettings';
import { SignOutButton } from '../profile/SignOutButton';
import { AlertsRow } from './AlertsRow';
import { CalendarRow } from './CalendarRow';
import { DeviceRows } from './DeviceRows';
import { MailSwitch } from './MailSwitch';

interface Part {
  readonly id: string;
  readonly icon: IconName;
  readonly title: string;
  readonly body: ReactNode;
}

const DEVICE: Part = {
  id: 'device',
  icon: 'eye',
  title: message('This device'),
  body: (
    <Items>
      <DeviceRows />
    </Items>
  ),
};

/** On a phone each is behind its row. */
const BEHIND: readonly Part[] = [
  {
    id: 'notifications',
    icon: 'mail',
    title: message('Notifications'),
    body: (
      <Items>
        <li>
          <MailSwitch />
        </li>
        <AlertsRow />
        <CalendarRow />
      </Items>
    ),
  },
  { id: 'safety', icon: 'shield', title: message('Safety'), body: <SafetySettings /> },
  { id: 'account', icon: 'user', title: message('Privacy and account'), body: <AccountRows /> },
];

const PAGES = [
  ['help', message('How it works, and whom to ask')],
  ['privacy', message('Privacy')],
  ['terms', message('Terms')],
] as const;

const HelpRows = () =>
  PAGES.map(([page, text]) => (
    <li key={page}>
      <a className="f-item" href={`/${page}.html#${language()}`}>
        <ItemText title={t(text)} />
        <Icon name="chevron-right" />
      </a>
    </li>
  ));

const PARTS: readonly Part[] = [
  DEVICE,
  ...BEHIND,
  {
    id: 'help',
    icon: 'more',
    title: message('Help'),
    body: (
      <Items>
        <HelpRows />
      </Items>
    ),
  },
];

const paramsOf = ({ id }: Part) => ({ page: 'settings', section: id });

/** Focuses the heading of a page that opens: only a parameter of the address changed, so the screen itself must do it. */
function useHeadingFocus() {
  useEffect(() => document.querySelector<HTMLElement>('[data-page-heading]')?.focus(), []);
}

/** One part on a page of its own. */
function PartPage({ part }: { readonly part: Part }) {
  useHeadingFocus();
  return (
    <Page
      title={t(part.title)}
      back={
        <ScreenLink to="profile" params={{ page: 'settings' }}>
          <Icon name="chevron-left" /> {t('Settings')}
        </ScreenLink>
      }
    >
      <Card>
        <Stack>{part.body}</Stack>
      </Card>
    </Page>
  );
}

/** Everything in one list of rows; what needs more room is behind its row. */
function RowsPage({ lead }: { readonly lead: ReactNode }) {
  useHeadingFocus();
  return (
    <Page
      title={t('Settings')}
      lead={lead}
      back={
        <ScreenLink to="profile">
          <Icon name="chevron-left" /> {t('Your Profile')}
        </ScreenLink>
      }
    >
      <Card padding="s">
        <Items>
          <DeviceRows />
          {BEHIND.map((part) => (
            <li key={part.id}>
              <ScreenLink to="profile" params={paramsOf(part)} className="f-item">
                <ItemText title={t(part.title)} />
                <Icon name="chevron-right" />
              </ScreenLink>
            </li>
          ))}
          <HelpRows />
        </Items>
      </Card>
      <SignOutButton />
    </Page>
  );
}

/** Settings: this device, notifications, safety, data, help. In a wide window the chosen part lies beside the index. */
export function SettingsScreen() {
  const { email } = useUser();
  const named = usePlatform().navigation.location.params.section;
  const lead = <span translate="no">{email}</span>;
  const isWide = useIsWide();
  const part = BEHIND.find(({ id }) => id === named);
  if (!isWide) return part ? <PartPage key={part.id} part={part} /> : <RowsPage lead={lead} />;
  const chosen = PARTS.find(({ id }) => id === named) ?? DEVICE;
  return (
    <Page width="wide">
      <IndexView
        index={
          <Stack>
            <PageHead title={t('Settings')} lead={lead} />
            <Items index>
              {PARTS.map((each) => (
                <li key={each.id}>
                  <ScreenLink
                    to="profile"
                    params={paramsOf(each)}
                    className="f-item"
                    aria-current={each === chosen ? 'true' : undefined}
                  >
                    <Icon name={each.icon} size={18} /> {t(each.title)}
                  </ScreenLink>
                </li>
              ))}
            </Items>
            <SignOutButton />
          </Stack>
        }
      >
        <Stack as="section" className="f-page--narrow" aria-labelledby="settings-part">
          <h2 id="settings-part">{t(chosen.title)}</h2>
          {chosen.body}
        </Stack>
      </IndexView>
    </Page>
  );
}
