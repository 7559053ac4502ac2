import { usePlatform } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Button, Dialog, Icon } from '@flint/ui';
import { useState } from 'react';
import { sendAll, useOutbox } from '@flint/remote-kit/data';

/** Signs out this device. It first sends unsent answers and pending actions, because sign-out deletes them. */
export function SignOutButton() {
  const { auth, notify } = usePlatform();
  const outbox = useOutbox();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const signOut = async () => {
    setBusy(true);
    const result = await auth.signOut('local');
    setBusy(false);
    if (!result.ok) notify(t(result.message), 'failure');
  };
  const handleClick = async () => {
    setBusy(true);
    const isSafe = await sendAll(outbox);
    setBusy(false);
    if (isSafe) await signOut();
    else setAsking(true);
  };
  return (
    <>
      <Button icon={<Icon name="logout" />} busy={busy} onClick={() => void handleClick()}>
        {t('Sign Out')}
      </Button>
      <Dialog
        open={asking}
        title={t('Sign out without saving?')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t('Stay signed in')}</Button>
            <Button variant="danger" busy={busy} onClick={() => void signOut()}>
              {t('Sign out anyway')}
            </Button>
          </>
        }
      >
        <p>
          {t(
            'Some changes are saved only on this device and will be lost if you sign out. Go online and save them first.',
          )}
        </p>
      </Dialog>
    </>
  );
}
