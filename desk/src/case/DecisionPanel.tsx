import { DESK_ROUTES } from '@flint/contracts/desk';
import { Button, Foot, Keys, OptionList, Soft, TextArea } from '@flint/ui';
import { ask } from '../ask';
import { forgetDraft, useDraft, verdictOf, type Choice, type Draft } from '../drafts';
import type { Acting } from './acting';
import { FourEyes } from './FourEyes';
import { LetterPreview } from './LetterPreview';

const CHOICES: readonly (readonly [Choice, string, string])[] = [
  ['dismissed', 'No measure', 'Close with thanks'],
  ['warning', 'Warning', 'A letter, kept for two years'],
  ['suspension', 'Suspension', '7 days, open offers stay'],
  ['ban', 'Ban', 'For good, needs two of you'],
  ['false', 'Made up', 'Counts against the reporter'],
];
/** An age check has no reporter, and no measure but its ban. */
const AGE_CHOICES: readonly Choice[] = ['dismissed', 'ban'];
const HELD: Readonly<Record<Choice, string>> = {
  dismissed: 'Closing without a measure.',
  warning: 'Sending the warning.',
  suspension: 'Suspending for 7 days.',
  ban: 'Proposing the ban.',
  false: 'Closing as made up.',
};

const firstOf = (next: Acting['report']['next']): Choice => (next === 'none' ? 'dismissed' : next);

/** The decision form: measure, reason for the person, and a note. A ban goes to a second operator. */
export function DecisionPanel({ report, session, hold, takeBack }: Acting) {
  const [draft, changeDraft] = useDraft(report.id, firstOf(report.next));
  const { choice, reason, note } = draft;
  const isTold = choice !== 'dismissed' && choice !== 'false';
  const choices = CHOICES.filter(([value]) => report.hasReporter || AGE_CHOICES.includes(value));
  const isReady = !isTold || reason.trim() !== '';
  const change = (changed: Partial<Draft>) => {
    takeBack('you changed it. Decide again.');
    changeDraft(changed);
  };
  const finish = () =>
    hold(HELD[choice], async () => {
      const answer = await ask(DESK_ROUTES.decideCase, {
        params: { id: report.id },
        body: { ...verdictOf(draft), note: note.trim(), version: report.version, next: report.next },
      });
      if ('data' in answer) forgetDraft(report.id);
      return answer;
    });
  return (
    <>
      <h2>Decision</h2>
      <OptionList
        legend="What follows"
        hideLegend
        type="radio"
        keys
        options={choices.map(([value, label, description]) => ({ value, label, description }))}
        values={[choice]}
        onChange={([value]) => change({ choice: value as Choice })}
      />
      {choice === 'ban' && <FourEyes by={session.operator} others={session.others} />}
      {isTold && (
        <TextArea
          label="What Student B is told"
          hint="Say what happened, never who reported it"
          rows={3}
          maxLength={2000}
          value={reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
      )}
      <TextArea
        label="Note for operators"
        rows={2}
        maxLength={2000}
        value={note}
        onChange={(event) => change({ note: event.target.value })}
      />
      <LetterPreview id={report.id} draft={draft} />
      <Foot>
        {!isReady && <Soft>First write what Student B is told.</Soft>}
        <Button variant="primary" full disabled={!isReady} aria-keyshortcuts="Control+Enter" onClick={finish}>
          {choice === 'ban'
            ? `Propose ban${session.others.length === 1 ? ` to ${session.others[0]}` : ''}`
            : 'Decide'}
          <span aria-hidden="true">
            <Keys keys={['Ctrl', '↵']} />
          </span>
        </Button>
      </Foot>
    </>
  );
}
