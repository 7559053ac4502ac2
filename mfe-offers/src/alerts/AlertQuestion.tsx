import { usePlatform, type AlertPort } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Button, Icon } from '@flint/ui';
import { useEffect, useState } from 'react';
import { endAlertMoment, recordAsked } from './alert-moment';
import './alert-question.css';

/** Asks once on this device whether to show alerts; never where they are on, refused or unsupported. */
export function AlertQuestion() {
  const { alerts, notify } = usePlatform();
  const [port, setPort] = useState<AlertPort | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const loaded = await alerts?.();
      if (!isCurrent) return;
      if (!loaded || (await loaded.state()) !== 'off') return endAlertMoment();
      if (isCurrent) setPort(loaded);
    };
    look().catch(endAlertMoment);
    return () => {
      isCurrent = false;
    };
  }, [alerts]);
  useEffect(() => {
    if (port) recordAsked();
  }, [port]);
  if (!port) return null;

  const handleYes = async () => {
    setBusy(true);
    const { state, problem } = await port.turnOn();
    endAlertMoment();
    if (problem) notify(t(problem), 'failure');
    else if (state === 'on') notify(t('Alerts are on. Settings has the rest.'), 'success');
  };
  return (
    <section className="o-ask" aria-label={t('Alerts')}>
      <Icon name="spark" />
      <p>{t('Shall this browser tell you about your offers and dates? No names on your lock screen.')}</p>
      <div className="o-ask__choices">
        <Button variant="primary" size="s" busy={isBusy} onClick={() => void handleYes()}>
          {t('Tell me')}
        </Button>
        <Button size="s" disabled={isBusy} onClick={endAlertMoment}>
          {t('Not now')}
        </Button>
      </div>
    </section>
  );
}
