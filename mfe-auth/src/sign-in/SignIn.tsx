import { CodeStep } from './CodeStep';
import { EmailStep } from './EmailStep';
import { useSignIn } from './use-sign-in';
import './sign-in.css';

/** The sign-in screen (spec 2): an address, then the code mailed to it. */
export function SignIn() {
  const state = useSignIn();
  return (
    <section className="f-stack f-gap-6" aria-labelledby="auth-heading">
      {state.step === 'email' ? <EmailStep state={state} /> : <CodeStep state={state} />}
    </section>
  );
}
