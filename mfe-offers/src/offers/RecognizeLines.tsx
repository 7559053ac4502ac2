import { LIMITS, type Person, type YourDate } from '@flint/contracts';
import { usePlatform } from '@flint/remote-kit';
import { useSaveDateLineMutation, useUnsavedWork } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Avatar, Button, Items, Row, Soft, Stack, TextField } from '@flint/ui';
import type { FormEvent } from 'react';
import { failureText } from '../shared/failure';

interface RecognizeLinesProps {
  readonly offerId: string;
  readonly date: YourDate;
  readonly self: Person;
  readonly partner: Person;
  /** Whether the student can still change their line. */
  readonly isOpen: boolean;
}

/** One line from each person on how to recognize them. Nobody else sees it; it is erased a day after the date. */
export function RecognizeLines({ offerId, date, self, partner, isOpen }: RecognizeLinesProps) {
  const { online } = usePlatform();
  const [save, { isLoading, error, reset }] = useSaveDateLineMutation();
  const { value, put, drop } = useUnsavedWork<unknown>(`line:${offerId}`);
  const draft = typeof value === 'string' ? value : null;
  const { name } = partner;
  const isWriting = isOpen && (draft !== null || !date.own.line);
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await save({ params: { id: offerId }, body: { line: (draft ?? '').trim() } });
    if (!('error' in answer)) drop();
  };
  return (
    <Stack as="section" gap={3} aria-labelledby="d-spot">
      <h2 id="d-spot">{t('Spot each other')}</h2>
      <Items framed>
        <li className="f-item">
          <Avatar name={partner.name} photoUrl={partner.photo} />
          <span className="f-grow">
            <span className="f-field__label">{t('How you recognize {name}', { name })}</span>
            {date.partner.line ? (
              <span translate="no">{date.partner.line}</span>
            ) : (
              <Soft as="span">{t('Nothing yet')}</Soft>
            )}
          </span>
        </li>
        <li className="f-item">
          <Avatar name={self.name} photoUrl={self.photo} />
          {!isWriting ? (
            <>
              <span className="f-grow">
                <span className="f-field__label">{t('How {name} recognizes you', { name })}</span>
                {date.own.line && <span translate="no">{date.own.line}</span>}
              </span>
              {isOpen && (
                <Button size="s" variant="quiet" disabled={!online} onClick={() => put(date.own.line)}>
                  {t('Edit')}
                </Button>
              )}
            </>
          ) : (
            <form className="f-grow" onSubmit={(event) => void handleSubmit(event)}>
              <TextField
                label={t('How {name} recognizes you', { name })}
                hint={t('Only {name} sees it. It is erased a day after the date.', { name })}
                error={error ? failureText(error) : null}
                value={draft ?? ''}
                maxLength={LIMITS.recognizeMax}
                counter={draft !== null}
                placeholder={t('What will you wear?')}
                autoComplete="off"
                onChange={(event) => put(event.target.value)}
              />
              {draft !== null && (
                <Row gap={2}>
                  <Button type="submit" size="s" variant="primary" busy={isLoading} disabled={!online}>
                    {t('Save')}
                  </Button>
                  <Button
                    size="s"
                    variant="quiet"
                    onClick={() => {
                      drop();
                      reset();
                    }}
                  >
                    {t('Cancel')}
                  </Button>
                </Row>
              )}
            </form>
          )}
        </li>
      </Items>
    </Stack>
  );
}
