import { chooseTheme, keepHabit, readHabit } from '@flint/ui/habits';
import { chooseLanguage, language, message, t } from '@flint/texts';
import { Chips, Label, LanguageSwitch, Row, Section, Switch } from '@flint/ui';
import { useState } from 'react';

const THEMES = [
  { value: '', label: message('Auto') },
  { value: 'light', label: message('Light') },
  { value: 'dark', label: message('Dark') },
] as const;

/** Theme and language. */
export function LookCard() {
  const [theme, setTheme] = useState(() => readHabit('theme') ?? '');
  const handleTheme = ([next = '']: string[]) => {
    setTheme(next);
    chooseTheme(next === 'light' || next === 'dark' ? next : null);
  };
  return (
    <Section title={t('Appearance')}>
      <Chips
        legend={t('Theme')}
        single
        options={THEMES.map(({ value, label }) => ({ value, label: t(label) }))}
        values={[theme]}
        onChange={handleTheme}
      />
      <Row between>
        <Label as="span">{t('Language')}</Label>
        <LanguageSwitch value={language()} onChange={chooseLanguage} />
      </Row>
    </Section>
  );
}

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

/** Automatic next question and one-key actions. */
export function KeyboardCard() {
  const [off, setOff] = useState(() => ANSWERING.filter(({ habit }) => readHabit(habit) === 'off'));
  const set = (entry: (typeof ANSWERING)[number], on: boolean) => {
    keepHabit(entry.habit, on ? null : 'off');
    setOff(on ? off.filter((each) => each !== entry) : [...off, entry]);
  };
  return (
    <Section title={t('Keyboard')}>
      {ANSWERING.map((entry) => (
        <Switch
          key={entry.habit}
          label={t(entry.label)}
          hint={t(entry.hint)}
          checked={!off.includes(entry)}
          onChange={(on) => set(entry, on)}
        />
      ))}
    </Section>
  );
}
