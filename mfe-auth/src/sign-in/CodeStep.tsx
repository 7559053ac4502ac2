import { useEffect, useRef } from 'react';
import * as LIMITS from '@flint/contracts/limits';
import { clockTime } from '@flint/contracts/time';
import { usePlatform } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import { Button, TextField } from '@flint/ui';
import { useSecondsLeft } from '@flint/ui/seconds-left';
import { Messages } from './Messages';
import type { SignInState } from './use-sign-in';

const PLACEHOLDER = '0'.repeat(LIMITS.codeLength);

function Resend({ state }: { readonly state: SignInState }) {
  const { online } = usePlatform();
  const wait = useSecondsLeft(state.wait);
  return (
    <Button
      variant="quiet"
      busy={state.busy === 'sending'}
      disabled={!online || wait > 0 || state.busy !== null}
      onClick={() => void state.resendCode()}
    >
      {state.busy === 'sending' ? t('Sending code…') : t('Resend code')}{' '}
      {wait > 0 && t('in {time}', { time: clockTime(wait) })}
    </Button>
  );
}

export function CodeStep({ state }: { readonly state: SignInState }) {
  const { online } = usePlatform();
  const { code, error, email, busy, verifyCode } = state;
  const field = useRef<HTMLInputElement>(null);
  const complete = code.length === LIMITS.codeLength;

  // also after another code was asked for, whose button is then disabled
  useEffect(() => field.current?.focus(), [state.wait]);
  useEffect(() => {
    // digits that are still being typed stay
    if (error && field.current?.value.length === LIMITS.codeLength) field.current.select();
  }, [error]);
  const wasOnline = useRef(online);
  useEffect(() => {
    // six digits typed without a connection are sent once, when it comes back
    if (online && !wasOnline.current && complete) void verifyCode(code);
    wasOnline.current = online;
  });

  return (
    <>
      <header className="auth__head f-stack f-gap-2">
        <h1 id="auth-heading" tabIndex={-1} data-page-heading>
          {t('Check your email')}
        </h1>
        <p>
          {rich('We sent a {digits}-digit code to {email}.', {
            digits: LIMITS.codeLength,
            email: <strong translate="no">{email}</strong>,
          })}
        </p>
      </header>
      <form
        className="f-stack f-gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void verifyCode(code);
        }}
      >
        <Messages {...state} />
        <TextField
          ref={field}
          className="auth__code"
          label={t('Code')}
          hint={t('It works for ten minutes. Not there? Look in your spam folder.')}
          name="code"
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="one-time-code"
          placeholder={PLACEHOLDER}
          value={code}
          readOnly={busy === 'verifying'}
          onChange={(event) => state.changeCode(event.target.value)}
        />
        <Button
          type="submit"
          variant="primary"
          size="l"
          full
          busy={busy === 'verifying'}
          disabled={!complete || !online || busy !== null}
        >
          {busy === 'verifying' ? t('Signing in…') : t('Sign in')}
        </Button>
        <div className="auth__else f-row">
          <Resend state={state} />
          <Button variant="quiet" disabled={busy === 'verifying'} onClick={state.differentEmail}>
            {t('Use different email')}
          </Button>
        </div>
      </form>
    </>
  );
}
