import { usePlatform } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Button, Dialog } from '@flint/ui';
import { useEffect, useState } from 'react';
import { openedData } from '../platform/opened-data';
import { unsaved } from '../platform/unsaved';

/** Sends what can be sent; resolves to whether signing out loses nothing, on whatever screen the student is. */
async function isAllSent(): Promise<boolean> {
  const data = openedData();
  // while the API client is being loaded nobody knows
  return data !== null && (await data.module.sendAll(data.store.outbox)) && !unsaved.get()[0];
}

interface Props {
  readonly scope: 'local' | 'global';
  /** The student stays signed in, or the server refused. */
  readonly onClose: () => void;
}

/** Signs out; asks first if unsent or unsaved work would be lost. */
export function SignOut({ scope, onClose }: Props) {
  const { auth, notify } = usePlatform();
  const [asking, setAsking] = useState(false);
  const leave = async () => {
    setAsking(false);
    const result = await auth.signOut(scope);
    if (!result.ok) notify(t(result.message), 'failure');
    onClose();
  };
  useEffect(() => {
    void isAllSent().then((isSafe) => (isSafe ? leave() : setAsking(true)));
    // once: it was called for
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <Dialog
      open={asking}
      title={t('Sign out without saving?')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Stay signed in')}</Button>
          <Button variant="danger" onClick={() => void leave()}>
            {t('Sign out anyway')}
          </Button>
        </>
      }
    >
      <p>{t('What is not sent or saved yet will be lost.')}</p>
    </Dialog>
  );
}
