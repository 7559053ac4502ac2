import { LANGUAGES, t, type Language } from '@flint/texts';
import '../Tabs/segments.css';

interface LanguageSwitchProps {
  readonly value: Language;
  /** Called with the other language. */
  readonly onChange: (language: Language) => void;
}

/** The languages, each under its own name. */
export function LanguageSwitch({ value, onChange }: LanguageSwitchProps) {
  return (
    <div className="f-segments" role="group" aria-label={t('Language')}>
      {Object.entries(LANGUAGES).map(([id, name]) => (
        <button
          key={id}
          type="button"
          className="f-segment"
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
