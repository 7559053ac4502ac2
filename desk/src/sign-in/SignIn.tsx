import { DESK_ROUTES, type DeskSession } from '@flint/contracts/desk';
import { Button, Card, Notice, Soft, Stack, TextField, Wordmark } from '@flint/ui';
import { useState } from 'react';
import { ask, type Failure } from '../ask';
import { DoorForm } from './DoorForm';
import { SecondFactor } from './SecondFactor';

interface Props {
  readonly session: DeskSession | null;
  /** Why the session ended. */
  readonly reason: string | null;
  readonly onSession: (session: DeskSession | null) => void;
}

/** The sign-in steps: address, mailed code, authenticator. */
export function SignIn({ session, reason, onSession }: Props) {
  return (
    <main className="alone f-center">
      <Card className="door">
        <Stack gap={5}>
          <p className="brand f-row f-gap-3">
            <Wordmark name="Flint" size={28} />
            <span>Safety desk</span>
          </p>
          {reason && <Notice tone="warning">{reason}</Notice>}
          {session ? (
            <SecondFactor session={session} onSession={onSession} />
          ) : (
            <MailedCode onSession={onSession} />
          )}
        </Stack>
      </Card>
    </main>
  );
}

function MailedCode({ onSession }: Pick<Props, 'onSession'>) {
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const request = async () => {
    setFailure(null);
    const answer = await ask(DESK_ROUTES.requestCode, { body: { email } });
    if ('data' in answer) setSent(true);
    else setFailure(answer.failure);
  };
  const enter = async () => {
    setFailure(null);
    const answer = await ask(DESK_ROUTES.enterCode, { body: { email, code: code.trim() } });
    if ('data' in answer) onSession(answer.data);
    else setFailure(answer.failure);
  };
  if (!isSent)
    return (
      <DoorForm key="address" title="Sign in" submit="Mail me a code" onSubmit={request}>
        <TextField
          label="Your address"
          type="email"
          autoComplete="username"
          required
          value={email}
          error={failure?.text}
          onChange={(event) => setEmail(event.target.value)}
        />
      </DoorForm>
    );
  return (
    <DoorForm key="code" title="Enter the mailed code" submit="Continue" onSubmit={enter}>
      <Soft>
        If {email} belongs to an operator, a code of six digits is on its way. It works for ten minutes.
      </Soft>
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        error={failure?.text}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button variant="quiet" onClick={() => setSent(false)}>
        Another address, or a new code
      </Button>
    </DoorForm>
  );
}
