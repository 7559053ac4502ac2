import { DESK_ROUTES, type DeskSession } from '@flint/contracts/desk';
import { ErrorState, Spinner } from '@flint/ui';
import { useCallback, useEffect, useState } from 'react';
import { ask, askAs, listenForSignOut, type Failure } from './ask';
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
  const show = useCallback((next: DeskSession | null) => {
    // not for null: what is still held is sent in the name of who did it
    if (next) askAs(next.operator);
    setFailure(null);
    setSession(next);
  }, []);
  const load = useCallback(async () => {
    setFailure(null);
    const answer = await ask(DESK_ROUTES.readSession);
    if ('data' in answer) show(answer.data);
    // a 401 has led to the sign-in page
    else if (answer.failure.status !== 401) setFailure(answer.failure);
  }, [show]);
  useEffect(() => {
    listenForSignOut((over) => {
      setFailure(over.code === 'signed_out' ? null : over);
      setSession(null);
    });
    void load();
  }, [load]);
  if (session?.stage === 'full') return <Workplace session={session} onSignedOut={() => show(null)} />;
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
  return <SignIn session={session} reason={failure?.text ?? null} onSession={show} />;
}
