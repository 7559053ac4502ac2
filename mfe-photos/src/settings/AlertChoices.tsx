import { ALERT_KINDS, type AlertChange, type AlertKind } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { asCallFailure, useChooseAlertsMutation, useReadAlertsQuery } from '@flint/remote-kit/data';
import { locale, localized, message, t } from '@flint/texts';
import { OptionList, Row, Select, Spinner, Switch } from '@flint/ui';
import { ReadFailure } from '../ReadFailure';

const KINDS: Readonly<Record<AlertKind, string>> = {
  offer: message('New offers'),
  answer: message('Answers to your offers'),
  change: message('New times, and dates called off'),
  reminder: message('Reminders'),
  signal: message('Signals on the day: ‘I am here’'),
};

/** Suggested quiet hours. */
const NIGHT = { from: 22, to: 8 } as const;

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const hourText = (hour: number) =>
  localized(new Date(2026, 0, 1, hour).toLocaleTimeString(locale(), { hour: 'numeric', minute: '2-digit' }));

/** Which alerts, when, and with which text; disabled during a save. */
export function AlertChoices() {
  const { config, notify, online } = usePlatform();
  const { data, error, refetch } = useReadAlertsQuery();
  const [save, { isLoading, originalArgs }] = useChooseAlertsMutation();
  if (!data) {
    if (!error) return <Spinner label={t('Loading your alert settings')} />;
    return <ReadFailure error={error} onRetry={refetch} />;
  }
  const { choices } = data;
  const { kind, quiet = choices.quiet, showNames = choices.showNames } = (isLoading && originalArgs) || {};
  const isWanted = (id: AlertKind) => (kind?.id === id ? kind.isWanted : choices.kinds.includes(id));
  const isShut = isLoading || !online;
  const change = async (part: AlertChange) => {
    const answer = await save(part);
    if ('error' in answer) notify(t(asCallFailure(answer.error)?.message ?? ''), 'failure');
  };
  const hours = (other: number) =>
    HOURS.filter((hour) => hour !== other).map((hour) => ({ value: String(hour), label: hourText(hour) }));
  return (
    <>
      <OptionList
        legend={t('Alert me of')}
        type="checkbox"
        options={ALERT_KINDS.map((kind) => ({ value: kind, label: t(KINDS[kind]), disabled: isShut }))}
        values={ALERT_KINDS.filter(isWanted)}
        onChange={(values) => {
          const id = ALERT_KINDS.find((each) => values.includes(each) !== isWanted(each))!;
          void change({ kind: { id, isWanted: !isWanted(id) } });
        }}
      />
      <Switch
        label={t('Quiet hours')}
        hint={t('Alerts wait until these hours are over.')}
        checked={quiet !== null}
        disabled={isShut}
        onChange={(on) => void change({ quiet: on ? NIGHT : null })}
      />
      {quiet && (
        <Row>
          <Select
            label={t('From')}
            value={String(quiet.from)}
            options={hours(quiet.to)}
            disabled={isShut}
            onChange={({ target }) => void change({ quiet: { ...quiet, from: Number(target.value) } })}
          />
          <Select
            label={t('Until')}
            hint={t('On the clock of {university}', { university: config.universityName })}
            value={String(quiet.to)}
            options={hours(quiet.from)}
            disabled={isShut}
            onChange={({ target }) => void change({ quiet: { ...quiet, to: Number(target.value) } })}
          />
        </Row>
      )}
      <Switch
        label={t('Show names')}
        hint={t('When off, alerts don’t show names. They never show a place or time.')}
        checked={showNames}
        disabled={isShut}
        onChange={(on) => void change({ showNames: on })}
      />
    </>
  );
}
