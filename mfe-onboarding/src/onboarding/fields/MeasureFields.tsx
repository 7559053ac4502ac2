import type { HeightAnswer, KeyedAnswer, RangeAnswer } from '@flint/contracts/questions/types';
import { message, t } from '@flint/texts';
import { Chips, RangeSlider, Row, Scale, Select, Stack } from '@flint/ui';
import { shownDefault } from '../defaults';
import { endText, translated } from './translated';
import type { FieldProps } from './types';

/** Two thumbs that cannot pass each other. */
export function RangeField({ question, answer, onAnswer }: FieldProps<'range'>) {
  const [low, high] = (answer ?? question.default) as RangeAnswer;
  return (
    <RangeSlider
      legend={t('Ages')}
      min={question.min}
      max={question.max}
      value={[low, high]}
      format={(end) => endText(question, end)}
      onChange={onAnswer}
    />
  );
}

const steps = ([from, to]: readonly [number, number], measure: string) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({
    value: String(from + i),
    label: t(measure, { n: from + i }),
  }));

/** Feet and inches (spec 3). */
export function HeightField({ question, answer, onAnswer }: FieldProps<'height'>) {
  const { feet, inches } = (answer ?? question.default) as HeightAnswer;
  return (
    <Row gap={4}>
      <Select
        label={t('Feet')}
        options={steps(question.feet, message('{n} ft'))}
        value={feet}
        onChange={(event) => onAnswer({ feet: Number(event.target.value), inches })}
      />
      <Select
        label={t('Inches')}
        options={steps(question.inches, message('{n} in'))}
        value={inches}
        onChange={(event) => onAnswer({ feet, inches: Number(event.target.value) })}
      />
    </Row>
  );
}

/** One scale from 1 to 7 per key; 4 by default (spec 9). */
export function ScalesField({ question, answer, onAnswer }: FieldProps<'scales'>) {
  const value = { ...(shownDefault(question) as KeyedAnswer), ...(answer as KeyedAnswer | undefined) };
  return (
    <Stack gap={6}>
      {question.scales.map(({ key, label, minLabel, maxLabel }) => (
        <Scale
          key={key}
          legend={t(label)}
          lowLabel={t(minLabel)}
          highLabel={t(maxLabel)}
          min={question.min}
          max={question.max}
          value={Number(value[key])}
          onChange={(step) => onAnswer({ ...value, [key]: step })}
        />
      ))}
    </Stack>
  );
}

/** One choice per habit. */
export function SelectGroupField({ question, answer, onAnswer }: FieldProps<'select_group'>) {
  const value = (answer ?? {}) as KeyedAnswer;
  return (
    <Stack gap={6}>
      {question.fields.map(({ key, label, options }) => (
        <Chips
          key={key}
          legend={t(label)}
          single
          options={translated(options)}
          values={[String(value[key] ?? '')]}
          onChange={([chosen = '']) => onAnswer({ ...value, [key]: chosen })}
        />
      ))}
    </Stack>
  );
}
