import { useLayoutEffect, type ReactNode } from 'react';
import { chooseLanguage, CONTINUE_IN, language, languageToOffer, t } from '@flint/texts';
import { Button, LanguageSwitch } from '@flint/ui';

/** The page around the sign-in screen, below the brand of index.html. */
export function SignedOutFrame({ children }: { readonly children: ReactNode }) {
  const offered = languageToOffer();
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['session'] = 'out';
    return () => void (dataset['session'] = 'in');
  }, []);
  return (
    <>
      <main id="main" className="welcome__main" tabIndex={-1}>
        {offered && (
          <Button full lang={offered} translate="no" onClick={() => chooseLanguage(offered)}>
            {CONTINUE_IN[offered]}
          </Button>
        )}
        {children}
      </main>
      <footer className="welcome__foot f-row">
        <LanguageSwitch value={language()} onChange={chooseLanguage} />
        <nav className="f-row">
          {[
            ['help', t('Help')],
            ['privacy', t('Privacy')],
            ['terms', t('Terms')],
          ].map(([page, text]) => (
            <a key={page} href={`/${page}.html#${language()}`}>
              {text}
            </a>
          ))}
        </nav>
      </footer>
    </>
  );
}
