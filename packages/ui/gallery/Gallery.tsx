import { useState } from 'react';
import { Page, Select, Wordmark } from '../src/index';
import { Actions } from './sections/Actions';
import { Brand } from './sections/Brand';
import { Choices } from './sections/Choices';
import { Feedback } from './sections/Feedback';
import { Fields } from './sections/Fields';
import { Foundations } from './sections/Foundations';
import { Layout } from './sections/Layout';
import { Overlays } from './sections/Overlays';
import { Surfaces } from './sections/Surfaces';

const THEMES = [
  { value: '', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Every component in every state, on one page. */
export function Gallery() {
  const [theme, setTheme] = useState('');
  const choose = (next: string) => {
    setTheme(next);
    if (next) document.documentElement.dataset['theme'] = next;
    else delete document.documentElement.dataset['theme'];
  };
  return (
    <main className="g-main">
      <Page
        width="wide"
        back={<Wordmark name="Flint" />}
        title="Components"
        lead="A spark struck from stone: ember for what you can do, stone for everything around it."
        actions={
          <Select
            label="Theme"
            options={THEMES}
            value={theme}
            onChange={(event) => choose(event.target.value)}
          />
        }
      >
        <Foundations />
        <Brand />
        <Actions />
        <Fields />
        <Choices />
        <Surfaces />
        <Layout />
        <Feedback />
        <Overlays />
      </Page>
    </main>
  );
}
