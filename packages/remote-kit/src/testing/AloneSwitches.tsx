import { chooseLanguage, language, LANGUAGES, type Language } from '@flint/texts';
import type { ReactNode } from 'react';

type Theme = 'light' | 'dark';

const ROW = { display: 'flex', flexWrap: 'wrap', gap: '0.5rem 1rem', padding: '1rem' } as const;

/** This page's address with one parameter changed, so that reload and Back keep the chosen state. */
export function withQuery(name: string, value: string): string {
  const query = new URLSearchParams(window.location.search);
  query.set(name, value);
  return `?${query.toString()}`;
}

const themeOfPage = (): Theme =>
  new URLSearchParams(window.location.search).get('theme') === 'dark' ? 'dark' : 'light';

/** Applies the theme in the address. */
export function applyTheme(): void {
  document.documentElement.dataset['theme'] = themeOfPage();
}

interface Props {
  readonly state: string;
  readonly states: readonly string[];
  /** Links to the screens. */
  readonly children: ReactNode;
  readonly notice: string;
}

/** The controls of `alone`: screen, state of the data, language and theme. Each reloads the page. */
export function AloneSwitches({ state, states, children, notice }: Props) {
  const theme = themeOfPage();
  return (
    <header>
      <nav aria-label="Screens of this remote" style={ROW}>
        {children}
      </nav>
      <nav aria-label="States" style={ROW}>
        {states.map((name) => (
          <a key={name} href={withQuery('state', name)} aria-current={name === state || undefined}>
            {name}
          </a>
        ))}
        {(['light', 'dark'] as const).map((name) => (
          <a key={name} href={withQuery('theme', name)} aria-current={name === theme || undefined}>
            {name}
          </a>
        ))}
        {(Object.keys(LANGUAGES) as Language[]).map((id) => (
          <button key={id} type="button" aria-pressed={id === language()} onClick={() => chooseLanguage(id)}>
            {id}
          </button>
        ))}
        <span role="status">{notice}</span>
      </nav>
    </header>
  );
}
