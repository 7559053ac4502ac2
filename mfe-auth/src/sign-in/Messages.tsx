import { usePlatform } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { Notice } from '@flint/ui';
import { useEffect, useState } from 'react';
import type { SignInState } from './use-sign-in';

/** Explains the service's error code to the student, once the texts are loaded. */
function usePlainWords(code: string | undefined): string | null {
  const [words, setWords] = useState<string | null>(null);
  useEffect(() => {
    setWords(null);
    if (code)
      import('./plain-words').then(
        ({ plainWords }) => setWords(plainWords(code)),
        () => undefined,
      );
  }, [code]);
  return words;
}

/** The error of spec 8 with the service's message and its meaning, the success message, and a notice while offline. */
export function Messages({
  error,
  refusedWith,
  notice,
}: Pick<SignInState, 'error' | 'refusedWith' | 'notice'>) {
  const { online } = usePlatform();
  const words = usePlainWords(refusedWith);
  return (
    <>
      {error && (
        <Notice tone="failure">
          {words ? (
            <>
              <strong>{words}</strong>
              <small>{error}</small>
            </>
          ) : (
            <p>{error}</p>
          )}
        </Notice>
      )}
      {notice && <Notice tone="success">{notice}</Notice>}
      {!online && (
        <Notice tone="warning">{t('You are offline. You can continue once the connection is back.')}</Notice>
      )}
    </>
  );
}
