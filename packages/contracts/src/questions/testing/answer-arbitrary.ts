import fc from 'fast-check';
import * as LIMITS from '../../limits';
import type { Option, Question } from '../types';

const text = (max: number) =>
  fc
    .string({ minLength: 1, maxLength: max })
    .filter((value) => value.trim().length > 0 && !/\p{Cc}/u.test(value));
const other = text(LIMITS.otherTextMax);
/** If 'other' is an option, the answer also has a text. */
const withOwn = (options: readonly Option[]) => (values: readonly string[]) =>
  options.some(({ value }) => value === 'other') ? [...new Set([...values, 'other'])] : [...values];

const anyValue = (options: readonly Option[]) => fc.constantFrom(...options.map(({ value }) => value));

/** Up to `max` options, or one exclusive option. */
function someValues(options: readonly Option[], max: number): fc.Arbitrary<string[]> {
  const usual = options.filter(({ exclusive }) => !exclusive).map(({ value }) => value);
  const alone = options.filter(({ exclusive }) => exclusive).map(({ value }) => [value]);
  const several = fc.subarray(usual, { maxLength: Math.min(max, usual.length) });
  return alone.length > 0 ? fc.oneof(several, fc.constantFrom(...alone)) : several;
}

const usualValues = (options: readonly Option[], max: number) =>
  someValues(
    options.filter(({ exclusive }) => !exclusive),
    max,
  );

/** Valid answers to a question: every shape that its form can produce, including partial ones. */
export function answersTo(question: Question): fc.Arbitrary<unknown> {
  switch (question.type) {
    case 'bundle_intro':
      return fc.record(
        {
          display_name: text(LIMITS.displayNameMax),
          date_of_birth: fc
            .date({ min: new Date('1960-01-01'), max: new Date('2005-01-01'), noInvalidDate: true })
            .map((date) => date.toISOString().slice(0, 10)),
        },
        { requiredKeys: [] },
      );
    case 'single_select': {
      const { options, allowOther, subField } = question;
      const own = fc.record(
        {
          value: fc.constant('other'),
          other,
          ...(subField && { [subField.key]: someValues(subField.options, subField.options.length) }),
        },
        { requiredKeys: ['value', 'other'] },
      );
      return allowOther ? fc.oneof(anyValue(options), own) : anyValue(options);
    }
    case 'multi_select': {
      const { options, allowOther } = question;
      const plain = fc.record({ values: someValues(options, options.length) });
      return allowOther
        ? fc.oneof(
            plain,
            fc.record({ values: usualValues(options, options.length).map(withOwn(options)), other }),
          )
        : plain;
    }
    case 'limited_chips': {
      const { options, allowOther, maxSelections = LIMITS.defaultMaxSelections } = question;
      const plain = someValues(options, maxSelections);
      return allowOther
        ? fc.oneof(plain, fc.record({ values: usualValues(options, maxSelections - 1), other }))
        : plain;
    }
    case 'range':
      return fc
        .tuple(
          fc.integer({ min: question.min, max: question.max }),
          fc.integer({ min: question.min, max: question.max }),
        )
        .map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
    case 'height':
      return fc.record({
        feet: fc.integer({ min: question.feet[0], max: question.feet[1] }),
        inches: fc.integer({ min: question.inches[0], max: question.inches[1] }),
      });
    case 'scales':
      return fc.record(
        Object.fromEntries(
          question.scales.map(({ key }) => [key, fc.integer({ min: question.min, max: question.max })]),
        ),
        { requiredKeys: [] },
      );
    case 'select_group':
      return fc.record(
        Object.fromEntries(question.fields.map(({ key, options }) => [key, anyValue(options)])),
        { requiredKeys: [] },
      );
    case 'text':
      return fc.string({ maxLength: question.maxLength ?? LIMITS.textMax });
    case 'email':
      return fc.emailAddress();
    case 'selfie':
      return fc.webUrl({ size: 'small' });
  }
}
