import { DESK_ROUTES, type DeskCase, type Disclosed, type Disclosure } from '@flint/contracts/desk';
import { Button, Icon, Kbd } from '@flint/ui';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ask } from '../ask';
import { SEALED } from '../words';
import { Shown } from './Shown';

interface Props {
  readonly report: DeskCase;
  readonly onDisclosed: (shown: Disclosed) => void;
}

/** The sealed data of a case. Each opens for an hour, after a reason is in the log. */
export function SealedBoxes({ report, onDisclosed }: Props) {
  const [asking, setAsking] = useState<Disclosure | null>(null);
  const { id, sealed, disclosed, hasReporter } = report;
  const next = sealed.find((what) => !disclosed.some((shown) => shown.what === what));
  return (
    <div className="sealed">
      {sealed.map((what) => {
        const shown = disclosed.find((each) => each.what === what);
        if (shown) return <Shown key={what} shown={shown} hasReporter={hasReporter} />;
        if (asking === what)
          return (
            <AskReason
              key={what}
              id={id}
              what={what}
              onCancel={() => setAsking(null)}
              onDisclosed={(answer) => {
                setAsking(null);
                onDisclosed(answer);
              }}
            />
          );
        return (
          <div key={what} className="seal">
            <Icon name="shield" size={18} />
            <span>
              <b>{SEALED[what]}</b> <span className="soft">sealed</span>
            </span>
            <Button
              size="s"
              aria-label={`Give a reason: ${SEALED[what]}`}
              {...(what === next && { 'data-key': 's' })}
              onClick={() => setAsking(what)}
            >
              Give a reason {what === next && <Kbd>s</Kbd>}
            </Button>
          </div>
        );
      })}
    </div>
  );
}

interface AskProps {
  readonly id: string;
  readonly what: Disclosure;
  readonly onCancel: () => void;
  readonly onDisclosed: (shown: Disclosed) => void;
}

function AskReason({ id, what, onCancel, onDisclosed }: AskProps) {
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await ask(DESK_ROUTES.disclose, { params: { id }, body: { what, reason } });
    if ('data' in answer) onDisclosed(answer.data);
    else setFailure(answer.failure.text);
  };
  return (
    <form className="asking" onSubmit={(event) => void handleSubmit(event)}>
      <p>
        <Icon name="shield" size={18} />
        <label htmlFor="sealed-reason">
          <b>Show: {SEALED[what].toLowerCase()}</b>
        </label>
        <span className="soft">Written to the log, for good</span>
      </p>
      <div className="asking__row">
        <input
          id="sealed-reason"
          ref={field}
          value={reason}
          maxLength={500}
          required
          placeholder="Why you need to see it, naming nobody"
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onCancel()}
        />
        <Button size="s" type="submit">
          Show for 1 hour <Kbd>↵</Kbd>
        </Button>
      </div>
      {failure && (
        <p role="alert" className="danger">
          {failure}
        </p>
      )}
    </form>
  );
}
