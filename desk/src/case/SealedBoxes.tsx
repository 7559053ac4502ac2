import { DESK_ROUTES, type DeskCase, type Disclosed, type Disclosure } from '@flint/contracts/desk';
import { useNow } from '@flint/remote-kit/data';
import { Button, Card, Icon, icons, ItemText, Kbd, Row, Stack, TextField } from '@flint/ui';
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
  const { id, sealed, hasReporter } = report;
  const now = useNow();
  const disclosed = report.disclosed.filter(({ until }) => Date.parse(until) > now);
  const next = sealed.find((what) => !disclosed.some((shown) => shown.what === what));
  return (
    <Stack gap={2}>
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
          <Card key={what} tone="soft" padding="s">
            <Row>
              <Icon path={icons.shield} size={18} />
              <ItemText title={SEALED[what]}>sealed</ItemText>
              <Button
                size="s"
                aria-label={`Give a reason: ${SEALED[what]}`}
                aria-keyshortcuts={what === next ? 's' : undefined}
                onClick={() => setAsking(what)}
              >
                Give a reason {what === next && <Kbd>s</Kbd>}
              </Button>
            </Row>
          </Card>
        );
      })}
    </Stack>
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
    <Card padding="s">
      <form onSubmit={(event) => void handleSubmit(event)}>
        <Stack gap={2}>
          <TextField
            ref={field}
            label={`Show: ${SEALED[what].toLowerCase()}`}
            hint="Written to the log, for good"
            error={failure}
            value={reason}
            maxLength={500}
            required
            placeholder="Why you need to see it, naming nobody"
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && onCancel()}
          />
          <Row gap={2}>
            <Button size="s" type="submit">
              Show for 1 hour <Kbd>↵</Kbd>
            </Button>
            <Button size="s" variant="quiet" onClick={onCancel}>
              Cancel
            </Button>
          </Row>
        </Stack>
      </form>
    </Card>
  );
}
