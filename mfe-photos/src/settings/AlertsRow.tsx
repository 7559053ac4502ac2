import { useReadAlertsQuery } from '@flint/remote-kit/data';
import { Stack } from '@flint/ui';
import { useState } from 'react';
import { AlertChoices } from './AlertChoices';
import { AlertSwitch } from './AlertSwitch';

/** Alerts of this browser, and the choices for all browsers: which, when, and with which text. */
export function AlertsRow() {
  const { data, refetch } = useReadAlertsQuery();
  const [isOn, setOn] = useState(false);
  const handleState = (on: boolean) => {
    setOn(on);
    void refetch();
  };
  return (
    <li>
      <Stack gap={4}>
        <AlertSwitch onState={handleState} />
        {(isOn || (data && data.browsers > 0)) && <AlertChoices />}
      </Stack>
    </li>
  );
}
