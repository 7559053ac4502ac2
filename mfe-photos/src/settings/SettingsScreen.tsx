import { ScreenLink, usePlatform, useUser } from '@flint/remote-kit';
import { language, message, t } from '@flint/texts';
import {
  Card,
  Icon,
  type IconPath,
  icons,
  IndexView,
  Items,
  ItemText,
  Page,
  PageHead,
  Stack,
  useIsWide,
} from '@flint/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { AccountRows } from '../profile/AccountRows';
import { SafetySettings } from '../profile/SafetySettings';
import { SignOutButton } from '../profile/SignOutButton';
import { AlertsRow } from './AlertsRow';
import { BlockedPeople } from './BlockedPeople';
import { CalendarRow } from './CalendarRow';
import { DeviceRows } from './DeviceRows';
import { MailSwitch } from './MailSwitch';

interface Part {
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
}

const DEVICE: Part = {
  id: 'device',
  title: message('This device'),
  body: (
    <Items>
      <DeviceRows />
    </Items>
  ),
};
const NOTIFICATIONS: Part = {
  id: 'notifications',
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
};
const SAFETY: Part = { id: 'safety', title: message('Safety'), body: <SafetySettings /> };
const ACCOUNT: Part = { id: 'account', title: message('Account'), body: <AccountRows /> };
/** Opened from the safety part. */
const BLOCKED: Part = { id: 'blocked', title: message('Blocked people'), body: <BlockedPeople /> };

/** On a phone each is behind its row. */
const BEHIND = [NOTIFICATIONS, SAFETY, ACCOUNT];

/** The index of a wide window, with what each of its rows opens. */
const INDEX: readonly (readonly [icon: IconPath, title: string, parts: readonly [Part, ...Part[]]])[] = [
  [icons.settings, message('General'), [DEVICE, NOTIFICATIONS]],
  [icons.shield, SAFETY.title, [SAFETY]],
  [icons.user, ACCOUNT.title, [ACCOUNT]],
];

const PAGES = [
  ['help', message('Help')],
  ['privacy', message('Privacy')],
  ['terms', message('Terms')],
] as const;

const HelpRows = () =>
  PAGES.map(([page, text]) => (
    <li key={page}>
      <a className="f-item" href={`/${page}.html#${language()}`}>
        <ItemText title={t(text)} />
        <Icon path={icons.chevronRight} />
      </a>
    </li>
  ));

const paramsOf = ({ id }: Part) => ({ page: 'settings', section: id });

/** Focuses the heading of a page that opens: only a parameter of the address changed, so the screen itself must do it. */
function useHeadingFocus() {
  useEffect(() => document.querySelector<HTMLElement>('[data-page-heading]')?.focus(), []);
}

const headingId = ({ id }: Part) => `settings-${id}`;

/** Focuses the heading of a part that is opened beside the index, if the link that opened it has gone. */
function useFocusOn(part: Part) {
  const last = useRef(part);
  useEffect(() => {
    if (last.current !== part && document.activeElement === document.body)
      document.getElementById(headingId(part))?.focus();
    last.current = part;
  }, [part]);
}

/** A part beside the index. */
function PartSection({ part }: { readonly part: Part }) {
  return (
    <Stack as="section" className="f-page--narrow" aria-labelledby={headingId(part)}>
      <h2 id={headingId(part)} tabIndex={-1}>
        {t(part.title)}
      </h2>
      {part.body}
    </Stack>
  );
}

/** One part on a page of its own. */
function PartPage({ part }: { readonly part: Part }) {
  useHeadingFocus();
  return (
    <Page
      title={t(part.title)}
      back={
        <ScreenLink to="profile" params={part === BLOCKED ? paramsOf(SAFETY) : { page: 'settings' }}>
          <Icon path={icons.chevronLeft} /> {part === BLOCKED ? t(SAFETY.title) : t('Settings')}
        </ScreenLink>
      }
    >
      <Card padding="s">
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
          <Icon path={icons.chevronLeft} /> {t('Your Profile')}
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
                <Icon path={icons.chevronRight} />
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

/** Settings: this device, notifications, safety, account, blocked people. In a wide window the chosen parts lie beside the index. */
export function SettingsScreen() {
  const { email } = useUser();
  const { page, section } = usePlatform().navigation.location.params;
  const lead = <span translate="no">{email}</span>;
  const isWide = useIsWide();
  const part = page === 'blocked' ? BLOCKED : BEHIND.find(({ id }) => id === section);
  useFocusOn(part ?? DEVICE);
  if (!isWide) return part ? <PartPage key={part.id} part={part} /> : <RowsPage lead={lead} />;
  const indexed = part === BLOCKED ? SAFETY : (part ?? DEVICE);
  const chosen = INDEX.find(([, , parts]) => parts.includes(indexed));
  return (
    <Page width="wide">
      <IndexView
        index={
          <Stack>
            <PageHead title={t('Settings')} lead={lead} />
            <Items index>
              {INDEX.map((row) => {
                const [icon, title, [first]] = row;
                return (
                  <li key={title}>
                    <ScreenLink
                      to="profile"
                      params={paramsOf(first)}
                      className="f-item"
                      aria-current={row === chosen ? 'true' : undefined}
                    >
                      <Icon path={icon} size={18} /> {t(title)}
                    </ScreenLink>
                  </li>
                );
              })}
            </Items>
            <SignOutButton />
          </Stack>
        }
      >
        <Stack gap={6}>
          {(part === BLOCKED ? [BLOCKED] : chosen?.[2])?.map((each) => (
            <PartSection key={each.id} part={each} />
          ))}
        </Stack>
      </IndexView>
    </Page>
  );
}
