import {
  DESK_ROUTES,
  type DeskCase,
  type DeskSession,
  type Disclosed,
  type QueueItem,
} from '@flint/contracts/desk';
import { heldAct, holdAct, undoHeld, useNow } from '@flint/remote-kit/data';
import {
  Badge,
  Button,
  ErrorState,
  Icon,
  icons,
  Row,
  Section,
  Skeleton,
  Soft,
  Stack,
  useIsWide,
  VisuallyHidden,
} from '@flint/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ask, type Answer, type Failure } from '../ask';
import { setProblem, setUnsent } from '../problems';
import { leftUntil, lengthOf, momentOf } from '../times';
import { caseNumber, headingOf, REASONS } from '../words';
import type { Acting } from './acting';
import { FailureNotice } from '../FailureNotice';
import { AppealPanel } from './AppealPanel';
import { DecidedPanel } from './DecidedPanel';
import { DecisionPanel } from './DecisionPanel';
import { Facts } from './Facts';
import { ProposalPanel } from './ProposalPanel';
import { Records } from './Records';
import { SealedBoxes } from './SealedBoxes';

const STATES = { report: 'Waits for a decision', decided: 'Decided' } as const;

interface Props {
  readonly id: string;
  readonly session: DeskSession;
  /** This case in the queue, and when (`performance.now`) that was requested. Null: it is not known. */
  readonly listed: { readonly at: number; readonly item: QueueItem | undefined } | null;
  readonly onBack: () => void;
  /** The queue has changed. */
  readonly onChanged: () => void;
}

/** Whether the queue has another state of a case that waited. */
const isOutdated = (found: DeskCase, item: QueueItem | undefined) =>
  found.kind !== 'decided' &&
  (['kind', 'reason', 'since'] as const).some((key) => found[key] !== item?.[key]);

/** One report with its actions. */
export function Case({ id, session, listed, onBack, onChanged }: Props) {
  const [found, setFound] = useState<DeskCase | null>(null);
  const [foundAt, setFoundAt] = useState(0);
  const [failure, setFailure] = useState<Failure | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const show = useCallback((report: DeskCase) => {
    setFound(report);
    setFoundAt(performance.now());
    setFailure(null);
  }, []);
  const load = useCallback(async () => {
    const answer = await ask(DESK_ROUTES.readCase, { params: { id } });
    if ('data' in answer) show(answer.data);
    else setFailure(answer.failure);
  }, [id, show]);
  useEffect(() => void load(), [load]);
  const isThere = found !== null;
  useEffect(() => {
    if (isThere) heading.current?.focus();
  }, [isThere]);
  if (!found)
    return (
      <Stack as="section" aria-labelledby="case-loading">
        <Back onBack={onBack} />
        <h1 id="case-loading">Case {caseNumber(id)}</h1>
        {failure ? (
          <ErrorState title={failure.text} onRetry={() => void load()} />
        ) : (
          <div role="status">
            <VisuallyHidden>Loading the case</VisuallyHidden>
            <Skeleton lines={8} />
          </div>
        )}
      </Stack>
    );
  /** Shows the result of an action. If another operator was faster, shows the current state and their name. Resolves to whether it was accepted. */
  const handleDone = async (answer: Answer<DeskCase>) => {
    if ('data' in answer) show(answer.data);
    else {
      setUnsent(id, answer.failure.text);
      if (answer.failure.status === 409) await load();
    }
    onChanged();
    return 'data' in answer;
  };
  const handleDisclosed = (shown: Disclosed) =>
    setFound(
      // the case may have been decided since it was asked for
      (now) =>
        now && { ...now, disclosed: [...now.disclosed.filter(({ what }) => what !== shown.what), shown] },
    );
  const key = `case:${id}`;
  const hold: Acting['hold'] = (text, send) => {
    setProblem(id, null);
    holdAct({ key, text, send: async () => handleDone(await send()) });
  };
  const takeBack: Acting['takeBack'] = (why) => {
    if (heldAct.get()?.key !== key) return;
    undoHeld();
    setUnsent(id, why);
  };
  const hasChanged = listed !== null && listed.at > foundAt && isOutdated(found, listed.item);
  const readAgain = () => {
    // its button leaves with the notice
    heading.current?.focus();
    void load();
  };
  const acting = { report: found, session, hold, takeBack };
  return (
    <div className="case f-stack f-gap-4">
      <Stack as="section" className="case__report" aria-labelledby="case-title">
        <Back onBack={onBack} />
        <Head report={found} />
        <h1 id="case-title" ref={heading} tabIndex={-1} data-page-heading>
          {REASONS[found.reason]}
        </h1>
        {(failure ?? hasChanged) && (
          <FailureNotice
            tone={failure ? 'failure' : 'warning'}
            title={failure?.text ?? 'This case has changed'}
            label="Read it again"
            onRetry={readAgain}
          />
        )}
        <Facts report={found} />
        <Section size="s" title={found.hasReporter ? 'What Student A wrote' : 'What happened'}>
          <p className="said" translate="no">
            {found.description || 'No details were given.'}
          </p>
        </Section>
        <Records report={found} />
        <SealedBoxes report={found} onDisclosed={handleDisclosed} />
      </Stack>
      <aside className="case__decision f-stack f-gap-4" aria-label="Decision">
        {found.kind === 'report' && <DecisionPanel {...acting} />}
        {found.kind === 'proposal' && <ProposalPanel {...acting} />}
        {found.kind === 'appeal' && <AppealPanel {...acting} />}
        {found.kind === 'decided' && <DecidedPanel report={found} />}
      </aside>
    </div>
  );
}

/** Back to the list of a narrow window. */
function Back({ onBack }: Pick<Props, 'onBack'>) {
  if (useIsWide()) return null;
  return (
    <Row>
      <Button size="s" icon={<Icon path={icons.chevronLeft} size={16} />} onClick={onBack}>
        Queue
      </Button>
    </Row>
  );
}

function Head({ report }: { readonly report: DeskCase }) {
  const { id, kind, reason, openedAt, since, due, decision } = report;
  const { text, isLate } = leftUntil(due, useNow());
  const isReport = kind === 'report' || kind === 'decided';
  const tag = headingOf({ kind, reason, measure: decision?.measure ?? null });
  return (
    <Row gap={2} between>
      <Badge tone="red">{isReport ? STATES[kind] : tag}</Badge>
      <Soft className="case__number">
        Case {caseNumber(id)}, opened {momentOf(openedAt)}
      </Soft>
      {kind !== 'decided' && (
        <time dateTime={due} data-late={isLate}>
          {text} of {lengthOf(Date.parse(due) - Date.parse(since))}
        </time>
      )}
    </Row>
  );
}
