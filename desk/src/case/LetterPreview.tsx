import { DESK_ROUTES, type Letter } from '@flint/contracts/desk';
import { Button, Dialog, Kbd } from '@flint/ui';
import { useEffect, useState } from 'react';
import { ask } from '../ask';
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
  const [letters, setLetters] = useState<readonly Letter[]>([]);
  const [isOpen, setOpen] = useState(false);
  const { choice, reason } = draft;
  useEffect(() => {
    const timer = setTimeout(async () => {
      const body = verdictOf({ choice, reason, note: '' });
      const answer = await ask(DESK_ROUTES.previewLetters, { params: { id }, body });
      if ('data' in answer) setLetters(answer.data.items);
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [id, choice, reason]);
  const [first] = letters;
  if (!first) return null;
  return (
    <section className="letter" aria-label={TO[first.to]}>
      <div className="letter__head">
        <h3>{TO[first.to]}</h3>
        <Button size="s" variant="quiet" data-key="l" onClick={() => setOpen(true)}>
          Read all <Kbd>l</Kbd>
        </Button>
      </div>
      <p className="letter__start" translate="no">
        {first.subject === null ? 'The account is gone: nobody is written to.' : first.lines.join(' ')}
      </p>
      <Dialog open={isOpen} title="Letters" onClose={() => setOpen(false)}>
        {letters.map(({ to, subject, lines }) => (
          <article key={to} className="letter__whole">
            <h3>{TO[to]}</h3>
            {subject === null ? (
              <p>The account is gone: nobody is written to.</p>
            ) : (
              <>
                <p className="soft" translate="no">
                  Subject: {subject}
                </p>
                {lines.map((line) => (
                  <p key={line} translate="no">
                    {line}
                  </p>
                ))}
              </>
            )}
          </article>
        ))}
      </Dialog>
    </section>
  );
}
