import { useEffect, useRef, useState } from 'react';
import { callErrorText } from '@flint/contracts/call-errors';
import * as LIMITS from '@flint/contracts/limits';
import { mailboxOf, universityEmail } from '@flint/contracts/university-email';
import * as WORDING from '@flint/contracts/wording';
import { usePlatform, type AuthResult } from '@flint/remote-kit';
import { language, plural, t } from '@flint/texts';
import { secondsLeft, type Wait } from '@flint/ui/seconds-left';
import { readPendingCode, storePendingCode } from './pending-code';

type Step = 'email' | 'verify';
type Busy = 'sending' | 'verifying' | null;

/** The error code if the mailbox already has a code, or was sent too many. */
const TOO_SOON = 'over_email_send_rate_limit';

/** After this time without an answer the student can try again. */
const PATIENCE_MS = 20_000;

async function inTime(call: Promise<AuthResult>): Promise<AuthResult> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<AuthResult>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, message: callErrorText('Failed to fetch') }), PATIENCE_MS);
  });
  return Promise.race([call, late]).finally(() => clearTimeout(timer));
}

/** The service's message (spec 8), translated where a translation exists. */
const refusalText = ({ message, code, retryAfterSeconds }: Extract<AuthResult, { ok: false }>): string =>
  code === TOO_SOON && retryAfterSeconds && language() !== 'en'
    ? plural(
        retryAfterSeconds,
        'You can ask for another code in {n} second.',
        'You can ask for another code in {n} seconds.',
      )
    : t(message);

const waitOf = (seconds: number): Wait => ({ since: Date.now(), seconds });

/** Digits only, at most six, out of whatever was typed or pasted: `123 456`, `123-456`, a whole sentence (spec 5). */
const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, LIMITS.codeLength);

/** The two steps of sign-in and their actions (spec 2, 4). An error does not change the step; calls run one at a time. */
export function useSignIn() {
  const { auth, config, online } = usePlatform();
  const [pending] = useState(readPendingCode);
  const [step, setStep] = useState<Step>(pending ? 'verify' : 'email');
  const [email, setEmail] = useState(pending?.email ?? '');
  const [code, setCode] = useState('');
  const [error, setError] = useState<{ readonly text: string; readonly code?: string | undefined } | null>(
    null,
  );
  const [notice, setNotice] = useState<string | null>(null);
  const [busy, setBusy] = useState<Busy>(null);
  const [wait, setWait] = useState(pending?.wait ?? waitOf(0));
  /** The call under way; its result is ignored once the student went back to the address. */
  const underWay = useRef<object | null>(null);
  const typed = useRef('');

  const once = async (kind: Busy, call: () => Promise<AuthResult>): Promise<AuthResult | null> => {
    if (underWay.current) return null;
    const mine = (underWay.current = {});
    setBusy(kind);
    setError(null);
    setNotice(null);
    const result = await inTime(call());
    if (underWay.current !== mine) return null;
    underWay.current = null;
    if (!result.ok) {
      setBusy(null);
      setError({ text: refusalText(result), code: result.code });
    }
    return result;
  };

  const { arrival } = auth;
  useEffect(() => {
    const show = async () => {
      const result = await arrival?.();
      if (result && !result.ok) setError({ text: refusalText(result) });
    };
    void show();
  }, [arrival]);

  const goToVerify = (address: string, waitSeconds: number) => {
    const next = waitOf(waitSeconds);
    storePendingCode({ email: address, wait: next });
    setWait(next);
    setEmail(address);
    setCode('');
    setStep('verify');
  };

  const requestCode = async () => {
    const allowed = universityEmail(email.trim(), {
      host: config.universityEmailHost,
      subdomains: config.universityEmailSubdomains,
      plusTags: config.universityEmailPlusTags,
    });
    if (!allowed) {
      setError({ text: t(WORDING.useUniversityEmail, { host: config.universityEmailHost }) });
      return;
    }
    // without the tag, for which a hosted project would make an account that nobody admits
    const address = mailboxOf(allowed);
    setEmail(address);
    const result = await once('sending', () => auth.requestCode(address));
    if (!result) return;
    if (result.ok) {
      setBusy(null);
      goToVerify(address, LIMITS.codeResendSeconds);
    } else if (result.code === TOO_SOON) {
      setWait(waitOf(result.retryAfterSeconds ?? 0));
    }
  };

  const resendCode = async () => {
    typed.current = '';
    const result = await once('sending', () => auth.requestCode(email));
    if (!result) return;
    if (result.ok) {
      setBusy(null);
      goToVerify(email, LIMITS.codeResendSeconds);
      setNotice(t('We sent a new code to {email}. Earlier codes no longer work.', { email }));
    } else {
      if (result.retryAfterSeconds) setWait(waitOf(result.retryAfterSeconds));
      // a complete code was typed meanwhile
      void verifyCode(typed.current);
    }
  };

  const verifyCode = async (digits: string) => {
    if (!online || digits.length < LIMITS.codeLength) return;
    const result = await once('verifying', () => auth.verifyCode(email, digits));
    // on success the shell removes this screen; it stays busy until then
    if (result?.ok) storePendingCode(null);
  };

  const differentEmail = () => {
    underWay.current = null;
    setBusy(null);
    storePendingCode(null);
    setStep('email');
    setCode('');
    setError(null);
    setNotice(null);
  };
  useEffect(() => {
    if (step === 'email') return undefined;
    // 'Back' leads from the code to the address, not out of the site
    if (!history.state?.flintCode) history.pushState({ ...history.state, flintCode: true }, '');
    addEventListener('popstate', differentEmail);
    return () => removeEventListener('popstate', differentEmail);
  }, [step]);

  return {
    step,
    email,
    code,
    error: error?.text,
    /** The service's code of the displayed error. */
    refusedWith: error?.code,
    notice,
    busy,
    wait,
    mayHaveCode: error?.code === TOO_SOON,
    requestCode,
    resendCode,
    verifyCode,
    changeEmail(text: string) {
      setEmail(text);
      setError(null);
    },
    /** The sixth digit submits. */
    changeCode(text: string) {
      if (busy === 'verifying') return;
      const digits = (typed.current = digitsOf(text));
      setCode(digits);
      setError(null);
      if (digits.length === LIMITS.codeLength && digits !== code) void verifyCode(digits);
    },
    /** Goes to the second step; the code is in the mailbox already. */
    enterEarlierCode() {
      setError(null);
      goToVerify(email, secondsLeft(wait));
    },
    differentEmail,
  };
}

export type SignInState = ReturnType<typeof useSignIn>;
