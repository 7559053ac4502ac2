import { chooseTheme, keepHabit, readHabit } from '@flint/ui/habits';
import { chooseLanguage, language, message, t } from '@flint/texts';
import { ItemText, LanguageSwitch, Segments, Switch } from '@flint/ui';
import { useState } from 'react';
import { InstallRow } from './InstallRow';

const THEMES = [
  { value: '', label: message('Auto') },
  { value: 'light', label: message('Light') },
  { value: 'dark', label: message('Dark') },
] as const;

type Theme = (typeof THEMES)[number]['value'];

const GO_ON = {
  habit: 'goOn',
  label: message('Go to the next question automatically'),
  hint: message('After one choice'),
} as const;

const SINGLE_KEYS = {
  habit: 'singleKeys',
  label: message('One-key actions'),
  hint: message('Letters, digits and Space act at once; ? lists them'),
} as const;

/** A device that is only touched has no keys to press. */
const hasKeys = () => !globalThis.matchMedia?.('(hover: none)').matches;

/** Rows for theme, language, habits of this device, and the app itself. */
export function DeviceRows() {
  const [theme, setTheme] = useState<Theme>(() => (readHabit('theme') ?? '') as Theme);
  const [answering] = useState(() => (hasKeys() ? [GO_ON, SINGLE_KEYS] : [GO_ON]));
  const [off, setOff] = useState(() => answering.filter(({ habit }) => readHabit(habit) === 'off'));
  const handleTheme = (next: Theme) => {
    setTheme(next);
    chooseTheme(next === '' ? null : next);
  };
  const set = (entry: (typeof answering)[number], on: boolean) => {
    keepHabit(entry.habit, on ? null : 'off');
    setOff(on ? off.filter((each) => each !== entry) : [...off, entry]);
  };
  return (
    <>
      <li className="f-item">
        <ItemText title={t('Theme')} />
        <Segments
          label={t('Theme')}
          options={THEMES.map(({ value, label }) => ({ value, label: t(label) }))}
          value={theme}
          onChange={handleTheme}
        />
      </li>
      <li className="f-item">
        <ItemText title={t('Language')} />
        <LanguageSwitch value={language()} onChange={chooseLanguage} />
      </li>
      {answering.map((entry) => (
        <li key={entry.habit}>
          <Switch
            label={t(entry.label)}
            hint={t(entry.hint)}
            checked={!off.includes(entry)}
            onChange={(on) => set(entry, on)}
          />
        </li>
      ))}
      <InstallRow />
    </>
  );
}
