import { WORDING } from '@flint/contracts';
import { NEXT_LIST } from '@flint/contracts/wording';
import { isEnoughForAList } from '@flint/contracts/questions/matchable';
import type { Question } from '@flint/contracts/questions/types';
import { ScreenLink, usePlatform, useUser } from '@flint/remote-kit';
import { plural, t } from '@flint/texts';
import {
  Badge,
  Button,
  DoneDrawing,
  EmptyState,
  Foot,
  Icon,
  icons,
  Items,
  Notice,
  Point,
  Row,
  Soft,
  Stack,
  StatusKeys,
  type StatusKeysProps,
} from '@flint/ui';
import { readHabit } from '@flint/ui/habits';
import { startTransition, useEffect, useRef, useState } from 'react';
import { markCompleted, shownOf, useOutbox, useUnsavedWork, type OwnAnswers } from '@flint/remote-kit/data';
import { ChapterRail } from './ChapterRail';
import { chaptersOf } from './chapters';
import { shownDefault } from './defaults';
import { UNACCEPTED_BIRTH_DATE } from './fields/BirthDateField';
import { QuestionField } from './fields/QuestionField';
import { choicesOf } from './fields/use-other-choice';
import { logPreferenceKeys } from './log-preference-keys';
import { privacyNote } from './privacy-note';
import { QuestionHeader } from './QuestionHeader';
import { RefusalNotice } from './RefusalNotice';
import { DisputeNotice } from './DisputeNotice';
import { SaveStatus } from './SaveStatus';
import { SoonerButton } from './SoonerButton';
import { SectionOverview } from './SectionOverview';
import { useGoOn } from './use-go-on';
import { useNumberKeys } from './use-number-keys';
import { useQuestionFocus } from './use-question-focus';
import { indexToShow } from './walk';
import './onboarding.css';

/** The keys that work on a question; 1 to 9 choose in lists of up to nine. */
function keysOf(question: Question, isLast: boolean): StatusKeysProps['keys'] {
  const isList = question.type === 'single_select' || question.type === 'multi_select';
  const count = isList ? choicesOf(question).length : 0;
  const next = [['↵'], isLast ? t('complete') : t('next')] as const;
  if (count === 0 || count > 9 || readHabit('singleKeys') === 'off') return [next];
  return [[['1', '–', String(count)], t('choose')], next];
}

interface QuestionnaireProps {
  readonly questions: readonly Question[];
  readonly own: OwnAnswers;
  readonly completed?: boolean;
}

/** One question per page; moving between questions never waits for the network (spec 2, 4). */
export function Questionnaire({ questions, own, completed = false }: QuestionnaireProps) {
  const outbox = useOutbox();
  const { answers, state, refusals, disputes } = own;
  const position = useUnsavedWork<string>('question');
  const unaccepted = useUnsavedWork<string>(UNACCEPTED_BIRTH_DATE);
  const { navigation } = usePlatform();
  const { email } = useUser();
  const [overview, setOverview] = useState(false);
  // of this tab: another tab of the student stores its own
  const [shown, setShown] = useState(position.value);
  const index = indexToShow({
    questions,
    answers,
    position: shown,
    wanted: navigation.location.params.question,
    completed,
  });
  const question = questions[index];
  if (question && question.id !== shown) setShown(question.id);
  const chapters = chaptersOf(questions, answers);
  const open = chapters.flatMap((each) => each.open.filter(({ required }) => required));
  const before = questions[index - 1];
  const heading = useQuestionFocus(question?.id);
  useNumberKeys();

  const next = useRef(() => undefined as void);
  const { handlePointer, stay, goOnSoon } = useGoOn(question?.id, () => next.current());
  useEffect(() => {
    if (question) outbox.keep('draft', 'question', question.id);
  }, [question, outbox]);
  useEffect(() => {
    // this device may not have it yet; the frame reads it from here
    if (completed) markCompleted();
  }, [completed]);

  if (!question) return <EmptyState drawing={<DoneDrawing />} title={t(WORDING.noQuestions)} />;

  const isLast = index === questions.length - 1;
  const chapterOf = ({ section }: Question) => chapters.find((chapter) => chapter.section === section)!;
  const chapter = chapterOf(question);
  const finished = !completed && before && before.section !== question.section ? chapterOf(before) : null;
  const openOverview = () => {
    stay();
    setOverview(true);
  };
  const goTo = (id: string | undefined) => id && navigation.goTo('onboarding', { question: id });
  const saveShownDefault = () => {
    const shown = shownDefault(question);
    if (shown && answers[question.id] === undefined) own.answer(question.id, shown);
  };
  const handleNext = () => {
    saveShownDefault();
    if (!isLast) return goTo(questions[index + 1]?.id);
    markCompleted();
    void outbox.edit('completed', 'questionnaire', new Date().toISOString());
    position.drop();
    logPreferenceKeys(own.read(), shownOf(outbox.read('week', 'week')));
    navigation.goTo('availability');
  };
  const isHeld =
    [...refusals, ...disputes].some(({ questionId }) => questionId === question.id) ||
    (question.id === 'bundle_intro' && unaccepted.value !== null);
  const privacy = privacyNote(question);
  return (
    <>
      <form
        className="f-page onboarding"
        noValidate
        ref={() => void (next.current = handleNext)}
        onPointerUp={handlePointer}
        onKeyDown={(event) => {
          // on the heading, where a new question begins, Enter opens the next one, as in every field; held down, it began at another question
          if (event.key === 'Enter' && !event.repeat && event.target === heading.current) handleNext();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          handleNext();
        }}
      >
        {completed && (
          <div className="f-page__back">
            <ScreenLink to="profile">
              <Icon path={icons.chevronLeft} /> {t('Your Profile')}
            </ScreenLink>
          </div>
        )}
        <ChapterRail
          chapters={chapters}
          current={chapter}
          onPick={({ open, questions }) => goTo((open[0] ?? questions[0])?.id)}
        />
        <QuestionHeader number={index + 1} count={questions.length} onOverview={openOverview} />
        {finished?.minutes === 0 && (
          <Notice tone="success" title={t('{section}: all done.', { section: t(finished.title) })} />
        )}
        <Stack as="header" gap={2}>
          <Row as="p" gap={2} className="onboarding__section f-soft">
            <span>{t(chapter.title)}</span>
            {chapter.required && !question.required && <Badge>{t('Optional')}</Badge>}
            {before?.section !== question.section && (
              <small>
                {t('Chapter {number} of {count}', { number: chapter.number, count: chapters.length })}
                {chapter.minutes > 0 &&
                  ` · ${plural(chapter.minutes, 'about {n} minute', 'about {n} minutes')}`}
              </small>
            )}
          </Row>
          <h1 ref={heading} tabIndex={-1} data-page-heading>
            {t(question.title)}
          </h1>
          {question.help && <Soft>{t(question.help)}</Soft>}
          {privacy && (
            <Point icon={icons.shield}>
              <Soft as="span">{privacy}</Soft>
            </Point>
          )}
        </Stack>
        <StatusKeys keys={keysOf(question, isLast)} />
        <QuestionField
          key={question.id}
          question={question}
          answer={answers[question.id]}
          email={email}
          onAnswer={(answer) => {
            own.answer(question.id, answer);
            if (question.type === 'single_select' && typeof answer === 'string' && !isLast) goOnSoon();
            else stay();
          }}
        />
        {refusals.slice(0, 1).map((refusal) => (
          <RefusalNotice
            key={refusal.questionId}
            refusal={refusal}
            questions={questions}
            current={question.id}
            onShow={goTo}
          />
        ))}
        {disputes.map((dispute) => (
          <DisputeNotice
            key={dispute.questionId}
            dispute={dispute}
            questions={questions}
            onChoose={own.choose}
          />
        ))}
        {isLast && open.length > 0 && (
          <Items framed>
            <li>
              <button type="button" className="f-item" onClick={openOverview}>
                <span className="f-grow">
                  {plural(open.length, 'See {n} open question', 'See {n} open questions')}
                </span>
                <Icon path={icons.chevronRight} size={18} />
              </button>
            </li>
          </Items>
        )}
        {isLast && completed && <Soft>{t(NEXT_LIST)}</Soft>}
        <Foot>
          <Button disabled={index === 0} onClick={() => goTo(questions[index - 1]?.id)}>
            {t('Back')}
          </Button>
          <SaveStatus state={state} isAnswered={answers[question.id] !== undefined} isHeld={isHeld} />
          {!completed && !isLast && isEnoughForAList(answers) && (
            <SoonerButton flush={own.flush} onLeave={saveShownDefault} />
          )}
          <Button
            variant="primary"
            type="submit"
            // the second click of a double click would skip a question unseen
            onClick={(event) => event.detail > 1 && event.preventDefault()}
          >
            {isLast ? t('Complete') : t('Next')}
          </Button>
        </Foot>
      </form>
      {/* outside of the form: Enter in it would be Next */}
      <SectionOverview
        open={overview}
        chapters={chapters}
        current={question.id}
        onClose={() => setOverview(false)}
        onLeave={() => navigation.goTo('profile')}
        onPick={(id) => {
          setOverview(false);
          startTransition(() => void goTo(id));
        }}
      />
    </>
  );
}
