import { t } from '@flint/texts';
import type { ReactNode } from 'react';
import { VisuallyHidden } from '../Layout/Layout';
import './Ticket.css';

interface TicketProps {
  /** 'date': agreed, the one ember area of a screen. 'offer': sent. 'plan': a short one, not sent yet. */
  readonly kind: 'date' | 'offer' | 'plan';
  /** Above the rest: what it is, how soon, in which state. */
  readonly head?: ReactNode;
  /** Beside the rest: the person; of a plan its hour. */
  readonly picture?: ReactNode;
  /** Below the tear line: what to do with it. */
  readonly foot?: ReactNode;
  /** Title, `TicketTime` and facts. */
  readonly children: ReactNode;
}

/** One drawing of a plan, an offer and a date: a large time, activity and place, and below the tear line what to do. */
export function Ticket({ kind, head, picture, foot, children }: TicketProps) {
  return (
    <div className={`f-ticket f-ticket--${kind}`}>
      {head && <div className="f-row f-gap-2">{head}</div>}
      <div className="f-ticket__main">
        {picture}
        <div className="f-ticket__text">{children}</div>
      </div>
      {foot && <div className="f-ticket__foot">{foot}</div>}
    </div>
  );
}

interface TicketTimeProps {
  /** The instant, for machines. */
  readonly at: string;
  /** The time that it replaces. */
  readonly was?: string | undefined;
  readonly children: string;
}

/** The time of a ticket; of a counter-offer also the one before, struck out. */
export function TicketTime({ at, was, children }: TicketTimeProps) {
  return (
    <p className="f-ticket__time">
      {was !== undefined && (
        <>
          <VisuallyHidden>{t('instead of')} </VisuallyHidden>
          <s>{was}</s>{' '}
        </>
      )}
      <time dateTime={at}>{children}</time>
    </p>
  );
}
