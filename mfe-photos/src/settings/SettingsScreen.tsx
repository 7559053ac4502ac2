import { ScreenLink, usePlatform, useUser } from '@flint/remote-kit';
import { language, message, t } from '@flint/texts';
import {
  Card,
  Columns,
  Entry,
  Icon,
  Items,
  ItemText,
  ListDetail,
  Page,
  PageHead,
  Section,
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

const PARTS = [DEVICE, ...BEHIND];

const PAGES = [
  ['help', message('How it works, and whom to ask')],
  ['privacy', message('Privacy')],
  ['terms', message('Terms')],
] as const;

const paramsOf = ({ id }: Part) => ({ page: 'settings', section: id });

const HelpRows = () =>
  PAGES.map(([page, text]) => (
    <li key={page}>
      <a className="f-item" href={`/${page}.html#${language()}`}>
        <span className="f-grow">{t(text)}</span>
        <Icon name="chevron-right" />
      </a>
    </li>
  ));

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
                <Icon name={part.icon} />
                <ItemText title={t(part.title)} />
                <Icon name="chevron-right" />
              </ScreenLink>
            </li>
          ))}
          <HelpRows />
          <li>
            <SignOutButton />
          </li>
        </Items>
      </Card>
    </Page>
  );
}

const column = (parts: readonly Part[]) =>
  parts.map(({ id, title, body }) => (
    <div key={id} id={id}>
      <Section title={t(title)}>{body}</Section>
    </div>
  ));

/** All parts, moved so that the chosen one is in view. */
function AllParts({ shown }: { readonly shown: string }) {
  // in braces: newer browsers return a promise, which React would call as a cleanup
  useEffect(() => {
    void document.getElementById(shown)?.scrollIntoView?.({ block: 'nearest' });
  }, [shown]);
  return (
    <Columns>
      <Stack gap={5}>{column(PARTS.slice(0, 2))}</Stack>
      <Stack gap={5}>
        {column(PARTS.slice(2))}
        <Section title={t('Help')}>
          <Items>
            <HelpRows />
          </Items>
        </Section>
        <SignOutButton />
      </Stack>
    </Columns>
  );
}

/** Settings: this device, notifications, safety, data, help. In a wide window all beside their index. */
export function SettingsScreen() {
  const { email } = useUser();
  const named = usePlatform().navigation.location.params.section;
  const lead = <span translate="no">{email}</span>;
  const isWide = useIsWide();
  const part = BEHIND.find(({ id }) => id === named);
  if (!isWide) return part ? <PartPage key={part.id} part={part} /> : <RowsPage lead={lead} />;
  return (
    <Page width="wide">
      <ListDetail
        id="settings"
        label={t('Width of the list')}
        entries={PARTS}
        keyOf={({ id }) => id}
        named={named}
        renderList={(chosen) => (
          <Stack>
            <PageHead title={t('Settings')} lead={lead} />
            <ul className="f-entries">
              {PARTS.map((each) => (
                <li key={each.id}>
                  <Entry
                    picture={<Icon name={each.icon} />}
                    isChosen={each === chosen}
                    renderLink={(look) => <ScreenLink to="profile" params={paramsOf(each)} {...look} />}
                  >
                    <strong>{t(each.title)}</strong>
                  </Entry>
                </li>
              ))}
            </ul>
          </Stack>
        )}
        renderDetail={(shown) => <AllParts shown={shown.id} />}
      />
    </Page>
  );
}
