import { useState } from 'react';
import { Checkbox, Chips, OptionList, RangeSlider, Scale, Switch } from '../../src/index';
import { Section, Specimen } from '../Specimen';

const PLANS = [
  { value: 'open', label: 'Open to exploring', description: 'See where it goes' },
  { value: 'serious', label: 'Something serious' },
  { value: 'off', label: 'Not offered today', disabled: true },
];
const HOBBIES = ['Climbing', 'Board games', 'Live music', 'Cooking', 'Running', 'Film'].map((label) => ({
  value: label,
  label,
}));

export function Choices() {
  const [plan, setPlan] = useState(['open']);
  const [plans, setPlans] = useState(['open', 'serious']);
  const [hobbies, setHobbies] = useState(['Climbing', 'Film', 'Cooking']);
  const [one, setOne] = useState(['Running']);
  const [ages, setAges] = useState<[number, number]>([18, 25]);
  const [scale, setScale] = useState(4);
  const [on, setOn] = useState(true);
  const [agreed, setAgreed] = useState(false);
  return (
    <Section title="Choices">
      <Specimen title="OptionList: radio">
        <OptionList
          legend="One of these"
          hint="You can change it"
          type="radio"
          options={PLANS}
          values={plan}
          onChange={setPlan}
        />
      </Specimen>
      <Specimen title="OptionList: checkbox">
        <OptionList
          legend="Any of these"
          type="checkbox"
          options={PLANS}
          values={plans}
          onChange={setPlans}
        />
      </Specimen>
      <Specimen title="Chips: at the maximum">
        <Chips legend="Up to three" max={3} options={HOBBIES} values={hobbies} onChange={setHobbies} />
      </Specimen>
      <Specimen title="Chips: single">
        <Chips legend="Just one" single options={HOBBIES} values={one} onChange={setOne} />
      </Specimen>
      <Specimen title="RangeSlider">
        <RangeSlider
          legend="Ages"
          min={18}
          max={30}
          value={ages}
          onChange={setAges}
          format={(age) => (age === 30 ? '30+' : String(age))}
        />
      </Specimen>
      <Specimen title="Scale">
        <Scale
          legend="Planning"
          lowLabel="Spontaneous"
          highLabel="Weeks ahead"
          value={scale}
          onChange={setScale}
        />
      </Specimen>
      <Specimen title="Switch">
        <Switch label="Mail me" hint="At most one a day" checked={on} onChange={setOn} />
        <Switch label="Off" checked={false} onChange={() => undefined} />
        <Switch label="Not available" checked={false} disabled onChange={() => undefined} />
      </Specimen>
      <Specimen title="Checkbox">
        <Checkbox label="I understand" hint="This cannot be undone" checked={agreed} onChange={setAgreed} />
        <Checkbox label="Chosen" checked onChange={() => undefined} />
        <Checkbox label="Not available" checked={false} disabled onChange={() => undefined} />
      </Specimen>
    </Section>
  );
}
