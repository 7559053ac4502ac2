import * as LIMITS from '@flint/contracts/limits';
import { clockTime } from '@flint/contracts/time';
import { usePlatform, useUser } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import { Button, FormDialog, Notice, TextField } from '@flint/ui';
import { useSecondsLeft } from '@flint/ui/seconds-left';
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
  const [isSent, setSent] = useState(false);
  /** When another code was asked for last, and the wait until the next. */
  const [asked, setAsked] = useState({ since: 0, seconds: 0 });
  const wait = useSecondsLeft(asked);
  const field = useRef<HTMLInputElement>(null);
  const send = useCallback(async () => {
    setBusy('sending');
    const result = await auth.requestCode(email);
    const seconds = result.ok ? LIMITS.codeResendSeconds : (result.retryAfterSeconds ?? 0);
    setFailure(result.ok || seconds > 0 ? null : result.message);
    // a refusal that names a wait means that the last code was sent, not long ago
    if (seconds > 0) setSent(true);
    setAsked({ since: Date.now(), seconds });
    setBusy(null);
  }, [auth, email]);
  const isShown = useIsShown();
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
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
      {isSent && (
        <p>
          {rich(
            'We sent a code to {email}. Enter it to confirm that it’s you, in case someone else has your phone.',
            {
              email: <strong translate="no">{email}</strong>,
            },
          )}
        </p>
      )}
      {failure && <Notice tone="failure">{t(failure)}</Notice>}
      <TextField
        ref={field}
        label={t('Code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, LIMITS.codeLength))}
      />
      <Button
        size="s"
        busy={busy === 'sending'}
        disabled={wait > 0}
        // the button, which must wait now, cannot keep the focus
        onClick={() => void send().then(() => field.current?.focus())}
      >
        {t('Resend code')} {wait > 0 && t('in {time}', { time: clockTime(wait) })}
      </Button>
    </FormDialog>
  );
}
