import { LANGUAGES, t, type Language } from '@flint/texts';
import { Segments } from '../Tabs/Segments';

interface LanguageSwitchProps {
  readonly value: Language;
  /** Called with the other language. */
  readonly onChange: (language: Language) => void;
}

const OPTIONS = Object.entries(LANGUAGES).map(([id, label]) => ({ value: id as Language, label, lang: id }));

/** The languages, each under its own name. */
export function LanguageSwitch(props: LanguageSwitchProps) {
  return <Segments label={t('Language')} options={OPTIONS} {...props} />;
}
