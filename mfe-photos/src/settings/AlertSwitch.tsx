import { usePlatform, type AlertPort, type AlertState } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Switch } from '@flint/ui';
import { useEffect, useState } from 'react';

/** iPadOS calls itself a Mac, which has no touch. */
const isAppleTouch = () => /iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;

interface AlertSwitchProps {
  /** Called with the state when it is known, and after each change. */
  readonly onState: (isOn: boolean) => void;
}

/** Turns this browser's alerts on and off, or says why it cannot have any. */
export function AlertSwitch({ onState }: AlertSwitchProps) {
  const { alerts, config, notify, online } = usePlatform();
  const { appName } = config;
  const [port, setPort] = useState<AlertPort | null>(null);
  const [state, setState] = useState<AlertState | 'failed' | null>(alerts ? null : 'unsupported');
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const ask = async () => {
      if (!alerts) return;
      try {
        const loaded = await alerts();
        const known = await loaded.state();
        if (!isCurrent) return;
        setPort(loaded);
        setState(known);
        if (known === 'on') onState(true);
      } catch {
        if (isCurrent) setState('failed');
      }
    };
    void ask();
    return () => {
      isCurrent = false;
    };
    // onState is another function each time
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [alerts, online]);

  const handleChange = async (isWanted: boolean) => {
    if (!port) return;
    setBusy(true);
    const outcome = await (isWanted ? port.turnOn() : port.turnOff());
    setBusy(false);
    setState(outcome.state);
    onState(outcome.state === 'on');
    if (outcome.problem) notify(t(outcome.problem), 'failure');
  };

  const why =
    state === 'unsupported'
      ? isAppleTouch()
        ? t('First add {appName} to your Home Screen: Share, then ‘Add to Home Screen’. Open it there.', {
            appName,
          })
        : t('This browser cannot show alerts.')
      : state === 'denied'
        ? t(
            'Your browser blocks alerts from {appName}. Allow them in its settings for this page, then come back.',
            {
              appName,
            },
          )
        : state === 'failed'
          ? t('This did not load. Check your connection, and open the settings again.')
          : null;
  const what = online
    ? t('Offers, answers and changes, also while no page of {appName} is open.', { appName })
    : t('You are offline: this can be changed once you are back.');
  return (
    <Switch
      label={t('Alerts in this browser')}
      hint={<span role="status">{why ?? what}</span>}
      checked={state === 'on'}
      disabled={why !== null || state === null || isBusy || (!online && state !== 'on')}
      onChange={(isWanted) => void handleChange(isWanted)}
    />
  );
}
