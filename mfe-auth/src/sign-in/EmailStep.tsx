import { useEffect, useRef } from 'react';
import * as WORDING from '@flint/contracts/wording';
import { usePlatform } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Button, Icon, icons, TextField } from '@flint/ui';
import { Messages } from './Messages';
import type { SignInState } from './use-sign-in';

/** On a phone, a keyboard that opens automatically hides half of the first screen. */
const hasFinePointer = () => window.matchMedia?.('(pointer: fine)').matches ?? false;

export function EmailStep({ state }: { readonly state: SignInState }) {
  const { config, online } = usePlatform();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hasFinePointer()) field.current?.focus();
  }, []);
  useEffect(() => {
    if (state.error) field.current?.focus();
  }, [state.error]);

  return (
    <>
      <header className="auth__head f-stack f-gap-2">
        <h1 id="auth-heading" tabIndex={-1} data-page-heading>
          {t('Sign in to {app}', { app: config.appName })}
        </h1>
        <p>{t('We email you a code. No password. New here? The code creates your account.')}</p>
      </header>
      <form
        className="f-stack f-gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (online) void state.requestCode();
        }}
      >
        <Messages {...state} />
        <TextField
          ref={field}
          label={t('University email')}
          hint={t(WORDING.mustBeUniversityEmail, { host: config.universityEmailHost })}
          prefix={<Icon path={icons.mail} />}
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={t('you@{host}', { host: config.universityEmailHost })}
          value={state.email}
          readOnly={state.busy !== null}
          onChange={(event) => state.changeEmail(event.target.value)}
        />
        <Button type="submit" variant="primary" size="l" full busy={state.busy !== null} disabled={!online}>
          {state.busy ? t('Sending code…') : t('Send code')}
        </Button>
        {state.mayHaveCode && (
          <Button variant="quiet" full onClick={state.enterEarlierCode}>
            {t('Enter the code from your last email')}
          </Button>
        )}
      </form>
    </>
  );
}
