import { useState } from 'react';
import { Icon, Select, TextArea, TextField } from '../../src/index';
import { Section, Specimen } from '../Specimen';

const YEARS = ['First', 'Second', 'Third'].map((label) => ({ value: label, label: `${label} year` }));
const ignore = () => undefined;

export function Fields() {
  const [text, setText] = useState('Climbing, then coffee');
  return (
    <Section title="Fields">
      <Specimen title="TextField: empty, with hint and prefix">
        <TextField
          label="Address"
          type="email"
          autoComplete="email"
          placeholder="you@campus.edu"
          hint="The one of your university"
          prefix={<Icon name="mail" />}
        />
      </Specimen>
      <Specimen title="TextField: with counter">
        <TextField
          label="Activity"
          value={text}
          maxLength={60}
          counter
          onChange={(event) => setText(event.target.value)}
        />
      </Specimen>
      <Specimen title="TextField: with error">
        <TextField label="Place" hint="Somewhere public" error="Say where" value="" onChange={ignore} />
      </Specimen>
      <Specimen title="TextField: disabled and read-only">
        <TextField label="Disabled" value="Not now" disabled onChange={ignore} />
        <TextField label="Read-only" value="ann@campus.edu" readOnly />
      </Specimen>
      <Specimen title="TextField: date">
        <TextField label="Day" type="date" />
      </Specimen>
      <Specimen title="TextArea: with counter">
        <TextArea
          label="Message"
          maxLength={300}
          counter
          value={text}
          onChange={(e) => setText(e.target.value)}
        />
      </Specimen>
      <Specimen title="TextArea: with error">
        <TextArea label="Details" error="Say what happened" rows={2} value="" onChange={ignore} />
      </Specimen>
      <Specimen title="Select">
        <Select label="Year" hint="The one you are in" options={YEARS} />
        <Select label="Year, with error" error="Choose one" options={YEARS} />
        <Select label="Year, disabled" disabled options={YEARS} />
      </Specimen>
    </Section>
  );
}
