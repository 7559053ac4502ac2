import * as LIMITS from '@flint/contracts/limits';
import { usePlatform, useUser } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import { Button, FormDialog, Notice, TextField } from '@flint/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useIsShown } from '../use-is-shown';

interface ProofDialogProps {
  readonly onProven: () => void;
  readonly onClose: () => void;
}

/** Asks for a code from the student's mailbox, then continues the refused action. */
export function ProofDialog({ onProven, onClose }: ProofDialogProps) {
  const { auth } = usePlatform();
  const { email } = useUser();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState<'sending' | 'checking' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const send = useCallback(async () => {
    setBusy('sending');
    const result = await auth.requestCode(email);
    setFailure(result.ok ? null : result.message);
    setBusy(null);
  }, [auth, email]);
  const isShown = useIsShown();
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    void send();
  }, [send]);
  const handleSubmit = async () => {
    setBusy('checking');
    const result = await auth.verifyCode(email, code);
    if (!isShown.current) return;
    setBusy(null);
    if (result.ok) return onProven();
    setFailure(result.message);
  };
  return (
    <FormDialog
      title={t('Is it you?')}
      submitLabel={t('Continue')}
      ready={code.length === LIMITS.codeLength && busy !== 'checking'}
      busy={busy === 'checking'}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      <p>
        {rich(
          'We sent a code to {email}. Enter it to confirm that it’s you, in case someone else has your phone.',
          {
            email: <strong translate="no">{email}</strong>,
          },
        )}
      </p>
      {failure && <Notice tone="failure">{t(failure)}</Notice>}
      <TextField
        label={t('Code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, LIMITS.codeLength))}
      />
      <Button size="s" busy={busy === 'sending'} onClick={() => void send()}>
        {t('Resend code')}
      </Button>
    </FormDialog>
  );
}
