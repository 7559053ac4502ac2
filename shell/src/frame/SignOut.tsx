import { usePlatform, useUser } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Button, Dialog } from '@flint/ui';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { sendInOtherTabs } from '../live/other-tabs';
import { openedData } from '../platform/opened-data';
import { unsaved } from '../platform/unsaved';
import { withTimeLimit } from '../time-limit';

/** How long to wait for a server that does not respond, before the student is asked. */
const SENT_MS = 6_000;

/** Sends what can be sent; resolves to whether signing out loses nothing, on whatever screen the student is. */
async function isAllSent(userId: string): Promise<boolean> {
  const data = openedData();
  // while the API client is being loaded nobody knows
  if (data === null) return false;
  const isSent = await Promise.all([data.module.sendAll(data.store.outbox), sendInOtherTabs(userId)]);
  return !isSent.includes(false) && !unsaved.get()[0];
}

interface Props {
  readonly scope: 'local' | 'global';
  /** The student stays signed in, or the server refused. */
  readonly onClose: () => void;
}

/**
 * `signOut` resolves if the student stays signed in; `leaving` is shown meanwhile. A second call, while unsent work is being sent, may widen
 * the scope and does not narrow it.
 */
export function useSignOut() {
  const [leaving, setLeaving] = useState<Props | null>(null);
  const signOut = useCallback(
    (scope: Props['scope'] = 'local') =>
      new Promise<void>((stay) =>
        setLeaving((earlier) => ({
          scope: earlier?.scope === 'global' ? 'global' : scope,
          onClose: () => (earlier?.onClose(), setLeaving(null), stay()),
        })),
      ),
    [],
  );
  return { signOut, leaving: leaving && <SignOut {...leaving} /> };
}

/** Signs out; asks first if unsent or unsaved work would be lost. */
function SignOut({ scope, onClose }: Props) {
  const { auth, notify } = usePlatform();
  const { id: userId } = useUser();
  const [asking, setAsking] = useState(false);
  const leave = async () => {
    setAsking(false);
    const result = await auth.signOut(scope);
    if (!result.ok) notify(t(result.message), 'failure');
    onClose();
  };
  // the scope may widen while the work is being sent
  const leaveOrAsk = useEffectEvent((isSafe: boolean) => (isSafe ? leave() : setAsking(true)));
  useEffect(() => {
    void withTimeLimit(isAllSent(userId), SENT_MS, () => false).then((isSafe) => leaveOrAsk(isSafe));
  }, [userId]);
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
