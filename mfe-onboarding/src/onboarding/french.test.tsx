import { renderScreen } from '@flint/remote-kit/testing';
import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import { frQuestions } from '@flint/contracts/texts/fr-questions';
import { addTexts } from '@flint/texts';
import { fireEvent, screen } from '@testing-library/react';
import { fr } from '../texts/fr';
import { QuestionField } from './fields/QuestionField';
import { privacyNote } from './privacy-note';

/** The texts that a French page has loaded before its first screen. */
const page = globalThis as unknown as { flintTexts: { language: string } };

beforeAll(() => {
  page.flintTexts.language = 'fr';
  addTexts(frQuestions);
  addTexts(fr);
});
afterAll(() => {
  page.flintTexts.language = 'en';
});

const WORDS = { ...frQuestions, ...fr };
/** English texts, without those that are also correct French, such as «Ambition». */
const ENGLISH = new Set(Object.keys(WORDS).filter((text) => !Object.values(WORDS).includes(text)));

/** All visible and spoken texts of an element: its text nodes and its labels. */
function* wordsIn(element: Element): Generator<string> {
  for (const node of element.childNodes) if (node instanceof Text) yield node.data.trim();
  for (const name of ['aria-label', 'aria-valuetext', 'placeholder', 'title', 'alt']) {
    const words = element.getAttribute(name);
    if (words) yield words;
  }
  for (const child of element.children) yield* wordsIn(child);
}

describe('the questionnaire in French', () => {
  it.each(QUESTIONS.map((question) => [question.id, question] as const))(
    '%s - with “Other” open, if it has that option - shows no English',
    (_id, question) => {
      const { container } = renderScreen(
        <QuestionField question={question} answer={undefined} email="ann@campus.edu" onAnswer={jest.fn()} />,
      );
      const other = screen.queryByLabelText('Autre');
      if (other) fireEvent.click(other);
      const words = [...wordsIn(container), privacyNote(question) ?? ''];
      expect(words.filter((text) => ENGLISH.has(text))).toEqual([]);
      expect(words.join('')).not.toBe('');
    },
  );

  it('a choice - picked by its French label - is sent by its value', () => {
    const answers: unknown[] = [];
    const question = QUESTIONS.find(({ id }) => id === 'gender_identity')!;
    renderScreen(
      <QuestionField
        question={question}
        answer={undefined}
        email="ann@campus.edu"
        onAnswer={(answer) => answers.push(answer)}
      />,
    );
    fireEvent.click(screen.getByLabelText('Femme'));
    expect(answers).toEqual(['woman']);
  });
});
