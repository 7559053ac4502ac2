import { DESK_ROUTES, type DeskSession, type Enrolment } from '@flint/contracts/desk';
import { Button, Soft, TextField } from '@flint/ui';
import { useEffect, useState } from 'react';
import { ask, type Failure } from '../ask';
import { DoorForm } from './DoorForm';
import { QrCode } from './QrCode';

interface Props {
  readonly session: DeskSession;
  readonly onSession: (session: DeskSession | null) => void;
}

/** The authenticator's code; the first time also its setup, with the operator's secret. */
export function SecondFactor({ session, onSession }: Props) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [code, setCode] = useState('');
  const [secret, setSecret] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const { isEnrolled } = session;
  useEffect(() => {
    const start = async () => {
      const answer = await ask(DESK_ROUTES.startEnrolment, { body: {} });
      if ('data' in answer) setEnrolment(answer.data);
      else setFailure(answer.failure);
    };
    if (!isEnrolled) void start();
  }, [isEnrolled]);
  const enter = async () => {
    setFailure(null);
    const body = { code: code.trim(), ...(isEnrolled ? {} : { secret }) };
    const answer = await ask(DESK_ROUTES.enterSecondFactor, { body });
    if ('data' in answer) return onSession(answer.data);
    setFailure(answer.failure);
    setCode('');
  };
  const isAboutSecret = failure?.code === 'wrong_secret';
  return (
    <DoorForm
      title={isEnrolled ? `Hello ${session.operator}` : 'Set up your authenticator'}
      submit="Open the desk"
      onSubmit={enter}
    >
      {!isEnrolled && enrolment && (
        <>
          <Soft>Scan this with an authenticator app, or type the text into it. It is shown this once.</Soft>
          <QrCode modules={enrolment.modules} />
          <p className="door__secret" translate="no">
            {enrolment.secret.replace(/(.{4})/g, '$1 ')}
          </p>
        </>
      )}
      {!isEnrolled && (
        <TextField
          label="Your operator secret"
          hint="The one from npx flint operate safety operators add"
          type="password"
          autoComplete="off"
          required
          value={secret}
          error={isAboutSecret ? failure.text : null}
          onChange={(event) => setSecret(event.target.value)}
        />
      )}
      <TextField
        label="Code of your authenticator"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        error={isAboutSecret ? null : failure?.text}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button variant="quiet" onClick={() => onSession(null)}>
        Start again
      </Button>
    </DoorForm>
  );
}
