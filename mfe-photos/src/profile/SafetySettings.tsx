import { usePlatform } from '@flint/remote-kit';
import { asCallFailure, usePauseProfileMutation, useReadStandingQuery } from '@flint/remote-kit/data';
import { message, t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import { Label, Stack, Switch } from '@flint/ui';
import { HiddenPeople } from './HiddenPeople';
import { OwnReports } from './OwnReports';
import { SafetyNotices } from './SafetyNotices';

/** The default name in `.env.example`; the operator names other contacts. */
const EMERGENCY = message('Emergency services');

/** Pause, people not to be suggested, own reports, decisions of the safety team, and emergency contacts. */
export function SafetySettings() {
  const { notify, config } = usePlatform();
  const { data: standing } = useReadStandingQuery();
  const [pause, { isLoading }] = usePauseProfileMutation();
  const handlePause = async (paused: boolean) => {
    const answer = await pause({ paused });
    if ('error' in answer) return notify(t(asCallFailure(answer.error)?.message ?? ''), 'failure');
    notify(paused ? t('Your profile is paused.') : t('You are back.'), 'success');
  };
  return (
    <>
      {standing && <SafetyNotices standing={standing} />}
      <Switch
        label={t('Pause my profile')}
        hint={t('You get no matches and don’t appear in anyone else’s. Open offers stay open.')}
        checked={Boolean(standing?.pausedAt)}
        disabled={!standing || isLoading}
        onChange={(paused) => void handlePause(paused)}
      />
      <HiddenPeople />
      <OwnReports />
      {config.safetyContacts && (
        <div>
          <Label as="h2">{t('In an emergency')}</Label>
          <Stack as="ul" gap={2}>
            {config.safetyContacts.map(({ name, label, url }) => (
              <li key={name} translate={name === EMERGENCY ? undefined : 'no'}>
                {rich('{name}: {number}', {
                  name: name === EMERGENCY ? t(EMERGENCY) : name,
                  number: <a href={url}>{label}</a>,
                })}
              </li>
            ))}
          </Stack>
        </div>
      )}
    </>
  );
}
