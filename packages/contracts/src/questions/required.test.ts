import { QUESTIONS } from './catalogue';
import { SECTIONS } from './sections';

/** The sections of the specification, chapter 3, with whether each is required. */
const SPECIFIED = [
  ['Eligibility and identity', true],
  ['Core preferences', true],
  ['Self-description', true],
  ['Ideal partner', true],
  ['Lifestyle priorities', true],
  ['Optional date scenarios', false],
];
/** What the specification says can be left out: one question, and the last section's. */
const OPTIONAL = ['religion', 'ideal_date_types'];

describe('what must be answered', () => {
  it('each section - is required, or not, as specified', () => {
    expect(SECTIONS.map(({ title, required }) => [title, required])).toEqual(SPECIFIED);
  });

  it('each question - is required unless the specification calls it or its section optional', () => {
    const optional = QUESTIONS.filter(({ required }) => !required).map(({ id }) => id);
    expect(optional).toEqual(OPTIONAL);
  });
});
