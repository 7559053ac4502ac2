import { usePlatform } from '@flint/remote-kit';
import { asCallFailure, usePauseProfileMutation, useReadStandingQuery } from '@flint/remote-kit/data';
import { Card, CardTitle, Stack, Switch } from '@flint/ui';
import { HiddenPeople } from './HiddenPeople';
import { OwnReports } from './OwnReports';
import { SafetyNotices } from './SafetyNotices';

/** Pause, people not to be suggested, own reports, what the safety team decided, and whom to call. */
export function SafetyCard() {
  const { notify, config } = usePlatform();
  const { data: standing } = useReadStandingQuery();
  const [pause, { isLoading }] = usePauseProfileMutation();
  const handlePause = async (paused: boolean) => {
    const answer = await pause({ paused });
    if ('error' in answer) return notify(asCallFailure(answer.error)?.message ?? '', 'failure');
    notify(paused ? 'Your profile is paused.' : 'You are back.', 'success');
  };
  return (
    <Card as="section" aria-label="Safety">
      <Stack>
        <CardTitle>Safety</CardTitle>
        {standing && <SafetyNotices standing={standing} />}
        <Switch
          label="Pause my profile"
          hint="You are suggested to nobody, and nobody to you. Open offers stay."
          checked={Boolean(standing?.pausedAt)}
          disabled={!standing || isLoading}
          onChange={(paused) => void handlePause(paused)}
        />
        <HiddenPeople />
        <OwnReports />
        {config.safetyContacts && (
          <div>
            <h3 className="profile__subtitle">In an emergency</h3>
            <ul className="profile__contacts">
              {config.safetyContacts.map(({ name, label, url }) => (
                <li key={name}>
                  {name}: <a href={url}>{label}</a>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Stack>
    </Card>
  );
}
