import { LANGUAGES, t, type Language } from '@flint/texts';
import './LanguageSwitch.css';

interface LanguageSwitchProps {
  /** The language of the page. */
  readonly value: Language;
  /** Called with another language than that. */
  readonly onChange: (language: Language) => void;
}

/** The languages, each by its own name: who reads only one finds it. */
export function LanguageSwitch({ value, onChange }: LanguageSwitchProps) {
  return (
    <div className="f-languages" role="group" aria-label={t('Language')}>
      {Object.entries(LANGUAGES).map(([id, name]) => (
        <button
          key={id}
          type="button"
          lang={id}
          translate="no"
          aria-pressed={id === value}
          onClick={() => id === value || onChange(id as Language)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
