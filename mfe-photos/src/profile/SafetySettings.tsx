import { ScreenLink, usePlatform } from '@flint/remote-kit';
import { asCallFailure, usePauseProfileMutation, useReadStandingQuery } from '@flint/remote-kit/data';
import { message, t } from '@flint/texts';
import { buttonClass, Icon, icons, Items, ItemText, Switch } from '@flint/ui';
import { ReadFailure } from '../ReadFailure';
import { HiddenPeople } from './HiddenPeople';
import { OwnReports } from './OwnReports';
import { SafetyNotices } from './SafetyNotices';

/** The default name in `.env.example`; the operator names other contacts. */
const EMERGENCY = message('Emergency services');

/** Decisions of the safety team, pause, people to hide from or blocked, own reports, and emergency contacts. */
export function SafetySettings() {
  const { notify, config } = usePlatform();
  const { data: standing, error, refetch } = useReadStandingQuery();
  const [pause, { isLoading }] = usePauseProfileMutation();
  const handlePause = async (paused: boolean) => {
    const answer = await pause({ paused });
    if ('error' in answer) return notify(t(asCallFailure(answer.error)?.message ?? ''), 'failure');
    notify(paused ? t('Your profile is paused.') : t('You are back.'), 'success');
  };
  return (
    <>
      {standing && <SafetyNotices standing={standing} />}
      <Items>
        <li>
          {!standing && error ? (
            <ReadFailure error={error} onRetry={refetch} />
          ) : (
            <Switch
              label={t('Pause my profile')}
              hint={t('You get no matches and don’t appear in anyone else’s. Open offers stay open.')}
              checked={Boolean(standing?.pausedAt)}
              disabled={!standing || isLoading}
              onChange={(paused) => void handlePause(paused)}
            />
          )}
        </li>
        <li>
          <HiddenPeople />
        </li>
        <li>
          <ScreenLink to="profile" params={{ page: 'blocked' }} className="f-item">
            <ItemText title={t('Blocked people')} />
            <Icon path={icons.chevronRight} />
          </ScreenLink>
        </li>
        <OwnReports isQuiet={!standing && Boolean(error)} />
        {config.safetyContacts?.map(({ name, label, url }) => (
          <li key={name} className="f-item" translate={name === EMERGENCY ? undefined : 'no'}>
            <ItemText title={name === EMERGENCY ? t(EMERGENCY) : name} />
            <a className={buttonClass({ size: 's' })} href={url}>
              {label}
            </a>
          </li>
        ))}
      </Items>
    </>
  );
}
