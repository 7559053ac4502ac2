import { usePlatform, type AlertPort } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Button, Card, icons, Point, Row } from '@flint/ui';
import { useEffect, useState } from 'react';
import { endAlertMoment, recordAsked } from './alert-moment';

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
    <Card as="section" tone="accent" padding="s" aria-label={t('Alerts')}>
      <Row between>
        <Point icon={icons.spark}>
          {t('Get alerts in this browser about offers and dates? No names on your lock screen.')}
        </Point>
        <Row gap={2}>
          <Button variant="primary" size="s" busy={isBusy} onClick={() => void handleYes()}>
            {t('Turn on')}
          </Button>
          <Button size="s" disabled={isBusy} onClick={endAlertMoment}>
            {t('Not now')}
          </Button>
        </Row>
      </Row>
    </Card>
  );
}
