import { DESK_ROUTES, type DeskSession } from '@flint/contracts/desk';
import { ErrorState, Spinner } from '@flint/ui';
import { useCallback, useEffect, useState } from 'react';
import { ask, listenForSignOut, type Failure } from './ask';
import { Notices } from './Notices';
import { SignIn } from './sign-in/SignIn';
import { Workplace } from './Workplace';

/** The safety desk: sign-in, then the workplace. Drafts and notices survive the end of a session. */
export function Desk() {
  return (
    <>
      <Stage />
      <Notices />
    </>
  );
}

function Stage() {
  const [session, setSession] = useState<DeskSession | null>();
  const [failure, setFailure] = useState<Failure | null>(null);
  const load = useCallback(async () => {
    setFailure(null);
    const answer = await ask(DESK_ROUTES.readSession);
    if ('data' in answer) setSession(answer.data);
    else if (answer.failure.status === 401) setSession(null);
    else setFailure(answer.failure);
  }, []);
  useEffect(() => {
    listenForSignOut((over) => {
      setFailure(over.code === 'signed_out' ? null : over);
      setSession(null);
    });
    void load();
  }, [load]);
  if (session?.stage === 'full') return <Workplace session={session} onSignedOut={() => setSession(null)} />;
  if (session === undefined)
    return (
      <main className="alone f-center">
        {failure ? (
          <ErrorState title={failure.text} onRetry={() => void load()} />
        ) : (
          <Spinner label="Loading the desk" />
        )}
      </main>
    );
  const onSession = (next: DeskSession | null) => {
    setFailure(null);
    setSession(next);
  };
  return <SignIn session={session} reason={failure?.text ?? null} onSession={onSession} />;
}
