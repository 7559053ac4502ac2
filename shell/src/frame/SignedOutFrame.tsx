import type { ReactNode } from 'react';
import { usePlatform } from '@flint/remote-kit';
import { chooseLanguage, CONTINUE_IN, language, languageToOffer, message, t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import { Button, LanguageSwitch, Wordmark } from '@flint/ui';

/** Made up, to show what the product proposes; only a wide window has room for them. */
const PLANS = [
  [message('Tue, 5 PM'), message('Coffee and a talk')],
  [message('Thu, 8 PM'), message('Open mic night')],
  [message('Sat, 2 PM'), message('A walk by the lake')],
] as const;

/** The page around the sign-in screen. */
export function SignedOutFrame({ children }: { readonly children: ReactNode }) {
  const { config } = usePlatform();
  const offered = languageToOffer();
  return (
    <div className="welcome">
      <header className="welcome__brand">
        <Wordmark name={config.appName} size={40} />
        <ul className="welcome__plans" aria-hidden="true">
          {PLANS.map(([time, what]) => (
            <li key={time}>
              <b>{t(time)}</b>
              {t(what)}
            </li>
          ))}
        </ul>
        <p className="welcome__tagline">
          {rich('Lightning-fast dating for {university}’s students.', {
            university: <span translate="no">{config.universityName}</span>,
          })}
        </p>
        <ul className="welcome__points">
          <li>{t('Only verified university addresses get in.')}</li>
          <li>{t('A time, a place, an activity: every offer is a real plan.')}</li>
          <li>{t('You decide what others see, and can take it all with you or delete it.')}</li>
        </ul>
      </header>
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
    </div>
  );
}
