import { WORDING } from '@flint/contracts';
import type { Question } from '@flint/contracts/questions/types';
import { usePlatform, useUser } from '@flint/remote-kit';
import { Button, EmptyState, Icon, Notice, Progress } from '@flint/ui';
import { useEffect, useState } from 'react';
import { shownDefault } from './defaults';
import type { Autosaver } from './autosaver';
import { QuestionField } from './fields/QuestionField';
import { privacyNote } from './privacy-note';
import { SaveStatus } from './SaveStatus';
import { SectionOverview } from './SectionOverview';
import { useAutosave } from './use-autosave';
import { useElapsedSeconds } from './use-elapsed';
import './onboarding.css';

interface QuestionnaireProps {
  readonly questions: readonly Question[];
  readonly saver: Autosaver;
}

/** One question a page; walking never waits and is never blocked (spec 2, 4). */
export function Questionnaire({ questions, saver }: QuestionnaireProps) {
  const { store } = saver;
  const { navigation } = usePlatform();
  const { email } = useUser();
  const { draft, state, refusal } = useAutosave(saver);
  const seconds = useElapsedSeconds();
  const [overview, setOverview] = useState(false);
  const wanted = navigation.location.params.question ?? draft.position;
  const index = Math.max(
    0,
    questions.findIndex(({ id }) => id === wanted),
  );
  const question = questions[index];
  const isLast = index === questions.length - 1;

  useEffect(() => {
    if (question) store.moveTo(question.id);
  }, [question, store]);

  if (!question) return <EmptyState drawing="done" title={WORDING.noQuestions} />;

  const goTo = (to: Question | undefined) => to && navigation.goTo('onboarding', { question: to.id });
  const keepDefault = () => {
    const shown = shownDefault(question);
    if (shown && draft.answers[question.id] === undefined) store.answer(question.id, shown);
  };
  const handleNext = () => {
    keepDefault();
    if (!isLast) return goTo(questions[index + 1]);
    localStorage.setItem('onboarding_completed', 'true');
    store.complete(new Date().toISOString());
    navigation.goTo('availability');
  };
  const note = privacyNote(question);
  return (
    <form
      className="onboarding"
      onSubmit={(event) => {
        event.preventDefault();
        handleNext();
      }}
    >
      <div className="onboarding__top">
        <Progress label="Questionnaire" value={index + 1} max={questions.length} />
        <div className="onboarding__count">
          <span>
            Question {index + 1} of {questions.length}
          </span>
          <span className="onboarding__elapsed" aria-label="Elapsed time">
            <Icon name="clock" size={16} /> {seconds}s
          </span>
          <Button
            size="s"
            variant="quiet"
            icon={<Icon name="menu" size={18} />}
            onClick={() => setOverview(true)}
          >
            All questions
          </Button>
        </div>
      </div>
      <header className="onboarding__head">
        <h1 tabIndex={-1} data-page-heading>
          {question.title}
        </h1>
        {question.help && <p>{question.help}</p>}
      </header>
      <QuestionField
        key={question.id}
        question={question}
        answer={draft.answers[question.id]}
        email={email}
        onAnswer={(answer) => store.answer(question.id, answer)}
      />
      {note && (
        <p className="onboarding__note">
          <Icon name="shield" size={18} /> {note}
        </p>
      )}
      {refusal && <Notice tone="failure">{refusal}</Notice>}
      <footer className="onboarding__foot">
        <Button size="l" disabled={index === 0} onClick={() => goTo(questions[index - 1])}>
          Back
        </Button>
        <SaveStatus state={state} />
        <Button size="l" variant="primary" type="submit">
          {isLast ? 'Complete' : 'Next'}
        </Button>
      </footer>
      <SectionOverview
        open={overview}
        answers={draft.answers}
        current={question.id}
        onClose={() => setOverview(false)}
        onPick={(id) => {
          setOverview(false);
          navigation.goTo('onboarding', { question: id });
        }}
      />
    </form>
  );
}
