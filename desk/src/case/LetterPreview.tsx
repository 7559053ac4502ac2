import { DESK_ROUTES, type Letter } from '@flint/contracts/desk';
import { Button, Dialog, Kbd, Section, Soft, Stack } from '@flint/ui';
import { useEffect, useState } from 'react';
import { ask, type Answer } from '../ask';
import { FailureNotice } from '../FailureNotice';
import { verdictOf, type Draft } from '../drafts';

const WAIT_MS = 350;
const TO: Readonly<Record<Letter['to'], string>> = {
  about: 'Letter to Student B',
  reporter: 'Letter to Student A',
};

interface Props {
  readonly id: string;
  readonly draft: Draft;
}

export function LetterPreview({ id, draft }: Props) {
  const [answer, setAnswer] = useState<Answer<{ readonly items: readonly Letter[] }> | null>(null);
  const [tries, setTries] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const { choice, reason } = draft;
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const body = verdictOf({ choice, reason, note: '' });
      const next = await ask(DESK_ROUTES.previewLetters, { params: { id }, body });
      if (isCurrent) setAnswer(next);
    }, WAIT_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id, choice, reason, tries]);
  if (answer && 'failure' in answer)
    return (
      <FailureNotice
        tone="warning"
        title={`The letters cannot be shown. ${answer.failure.text}`}
        onRetry={() => setTries(tries + 1)}
      />
    );
  const letters = answer?.data.items ?? [];
  const [first] = letters;
  if (!first) return null;
  return (
    <Section
      size="s"
      title={TO[first.to]}
      aside={
        <Button size="s" variant="quiet" aria-keyshortcuts="l" onClick={() => setOpen(true)}>
          Read all <Kbd>l</Kbd>
        </Button>
      }
    >
      <Soft className="letter-start" translate="no">
        {first.subject === null ? 'The account was deleted: no email will be sent.' : first.lines.join(' ')}
      </Soft>
      <Dialog open={isOpen} title="Letters" onClose={() => setOpen(false)}>
        {letters.map(({ to, subject, lines }) => (
          <Stack key={to} as="section" gap={3}>
            <h3>{TO[to]}</h3>
            {subject === null ? (
              <p>The account was deleted: no email will be sent.</p>
            ) : (
              <>
                <Soft translate="no">Subject: {subject}</Soft>
                {lines.map((line) => (
                  <p key={line} translate="no">
                    {line}
                  </p>
                ))}
              </>
            )}
          </Stack>
        ))}
      </Dialog>
    </Section>
  );
}
