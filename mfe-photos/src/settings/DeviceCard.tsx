import { chooseTheme, keepHabit, readHabit } from '@flint/ui/habits';
import { chooseLanguage, language, message, t } from '@flint/texts';
import { Chips, Items, Label, LanguageSwitch, Section, Switch } from '@flint/ui';
import { useState } from 'react';
import { InstallRow } from './InstallRow';

const THEMES = [
  { value: '', label: message('Auto') },
  { value: 'light', label: message('Light') },
  { value: 'dark', label: message('Dark') },
] as const;

const ANSWERING = [
  {
    habit: 'goOn',
    label: message('Go to the next question automatically'),
    hint: message('After one choice'),
  },
  {
    habit: 'singleKeys',
    label: message('One-key actions'),
    hint: message('j, k, e, r and i in lists, g and a letter to go somewhere'),
  },
] as const;

/** Theme, language, habits of this device, and the app itself. */
export function DeviceCard() {
  const [theme, setTheme] = useState(() => readHabit('theme') ?? '');
  const [off, setOff] = useState(() => ANSWERING.filter(({ habit }) => readHabit(habit) === 'off'));
  const handleTheme = ([next = '']: string[]) => {
    setTheme(next);
    chooseTheme(next === 'light' || next === 'dark' ? next : null);
  };
  const set = (entry: (typeof ANSWERING)[number], on: boolean) => {
    keepHabit(entry.habit, on ? null : 'off');
    setOff(on ? off.filter((each) => each !== entry) : [...off, entry]);
  };
  return (
    <Section title={t('This device')}>
      <Items>
        <li className="f-item">
          <Label as="span" className="f-grow">
            {t('Theme')}
          </Label>
          <Chips
            legend={t('Theme')}
            hideLegend
            single
            options={THEMES.map(({ value, label }) => ({ value, label: t(label) }))}
            values={[theme]}
            onChange={handleTheme}
          />
        </li>
        <li className="f-item">
          <Label as="span" className="f-grow">
            {t('Language')}
          </Label>
          <LanguageSwitch value={language()} onChange={chooseLanguage} />
        </li>
        {ANSWERING.map((entry) => (
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
      </Items>
    </Section>
  );
}
