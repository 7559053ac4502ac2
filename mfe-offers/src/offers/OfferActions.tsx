import type { Offer, Person } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { useToday } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Button, Icon, icons, loadableDialog, Row, Soft, Stack } from '@flint/ui';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { capital, timeOnTile } from '../shared/dates';
import { KeyHint } from '../shared/KeyHint';
import { AddToCalendar } from './AddToCalendar';
import { useAnswers } from './use-answers';

const RescheduleDialog = loadableDialog(() =>
  import('./RescheduleDialog').then((module) => module.RescheduleDialog),
);
const ReportDialog = loadableDialog(() => import('./ReportDialog').then((module) => module.ReportDialog));

/** An hour to propose; the same hour again is another object. */
export interface Proposed {
  readonly at: string;
}

interface OfferActionsProps {
  readonly offer: Offer;
  readonly partner: Person;
  /** Whether other shared hours are shown, on a wide window. */
  readonly isPane?: boolean;
  /** Opens the dialog with this hour. */
  readonly proposed?: Proposed | null;
  /** Before the buttons of a date that is over, which lie in the card itself. */
  readonly children?: ReactNode;
}

type Open = 'reschedule' | 'report';

/** The buttons of an offer, from its `can` (spec 2, 4); an agreed date is called off on its page. */
export function OfferActions(props: OfferActionsProps) {
  const { offer, partner, isPane = false, proposed = null, children } = props;
  const { online } = usePlatform();
  const today = useToday();
  const { hold, busyWith } = useAnswers(offer, partner);
  const afterWithdrawal = useId();
  const [open, setOpen] = useState<Open | null>(null);
  const [time, setTime] = useState<string | null>(null);
  const { can, sharedTimes = [] } = offer;
  const isAnswerable = can.accept || can.decline || can.reschedule;
  const [problem, setProblem] = useState<string | null>(null);
  const isStill = !online || busyWith !== null;
  const [asked, setAsked] = useState(proposed);
  if (asked !== proposed) {
    setAsked(proposed);
    // an answer that can still be undone stands
    if (proposed && offer.can.reschedule && !isStill) {
      setTime(proposed.at);
      setOpen('reschedule');
    }
  }
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  const close = () => {
    setOpen(null);
    setTime(null);
    setProblem(null);
  };
  const reopen = (reason: string | null): boolean => {
    setProblem(reason);
    setOpen('reschedule');
    return isHere.current;
  };
  const answers = [
    ['accept', t('Accept'), 'a', 'primary'],
    ['reschedule', t('Reschedule'), 'r', 'secondary'],
    ['decline', t('Decline'), 'e', 'quiet'],
  ] as const;
  const others = isPane && can.reschedule ? sharedTimes : [];

  // the question after a date is in the card
  const hasActs = Object.entries(can).some(([act, isPossible]) => isPossible && act !== 'sayMet');
  if (!hasActs && !children && open === null) return null;
  return (
    <>
      {others.length > 0 && (
        <Stack gap={2}>
          <Soft>{t('Another hour when you are both free:')}</Soft>
          <Row gap={2}>
            {others.map((at) => (
              <Button
                key={at}
                size="s"
                disabled={isStill}
                onClick={() => {
                  setTime(at);
                  setOpen('reschedule');
                }}
              >
                {capital(timeOnTile(at, today))}
              </Button>
            ))}
          </Row>
        </Stack>
      )}
      <footer className={`o-card__foot f-row f-gap-4 ${children ? '' : 'f-sheet__foot'}`}>
        {children}
        {isAnswerable && (
          <Row gap={2} fill className="o-answers">
            {answers.map(
              ([kind, text, key, variant]) =>
                can[kind] && (
                  <Button
                    key={kind}
                    variant={variant}
                    icon={kind === 'accept' && <Icon path={icons.check} />}
                    busy={busyWith === kind}
                    disabled={isStill}
                    aria-keyshortcuts={key}
                    onClick={() => (kind === 'reschedule' ? setOpen(kind) : hold(kind))}
                  >
                    {text}
                    <KeyHint keys={key} />
                  </Button>
                ),
            )}
          </Row>
        )}
        {can.addToCalendar && <AddToCalendar offer={offer} />}
        {can.withdraw && (
          <>
            <Button
              busy={busyWith === 'withdraw'}
              disabled={isStill}
              aria-describedby={afterWithdrawal}
              onClick={() => hold('withdraw')}
            >
              {t('Withdraw')}
            </Button>
            <Soft id={afterWithdrawal}>
              {t('If you withdraw, only {name} can ask this month.', { name: partner.name })}
            </Soft>
          </>
        )}
        {can.report && (
          <Button
            size="s"
            variant="quiet"
            className="o-card__link"
            disabled={!online}
            onClick={() => setOpen('report')}
          >
            {t('Report Issue')}
          </Button>
        )}
        {open === 'reschedule' && (
          <RescheduleDialog
            offer={offer}
            partner={partner}
            time={time}
            problem={problem}
            onClose={close}
            onPropose={(counter, onSent) => hold('reschedule', { counter, form: { onSent, reopen } })}
          />
        )}
        {open === 'report' && <ReportDialog offer={offer} partner={partner} onClose={close} />}
      </footer>
    </>
  );
}
