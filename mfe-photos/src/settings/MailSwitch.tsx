import { usePlatform } from '@flint/remote-kit';
import { shownOf, useEntry, useOutbox, useReadOfferMailQuery } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Switch } from '@flint/ui';
import { useEffect } from 'react';
import { ReadFailure } from '../ReadFailure';

const MAIL = ['mail', 'offers'] as const;

/** Turns mail about offers on and off; disabled until the state is known. A refused change is taken back with the server's sentence. */
export function MailSwitch() {
  const { notify } = usePlatform();
  const outbox = useOutbox();
  const { error, refetch } = useReadOfferMailQuery();
  const entry = useEntry<boolean>(...MAIL);
  const refusal = entry.hold?.by === 'refusal' ? entry.hold.detail : null;
  useEffect(() => {
    if (refusal === null) return;
    notify(t(refusal), 'failure');
    void outbox.drop(...MAIL);
  }, [notify, outbox, refusal]);
  const isWanted = shownOf(entry);
  if (isWanted === null && error) return <ReadFailure error={error} onRetry={refetch} />;
  return (
    <Switch
      label={t('Email me about offers')}
      hint={t(
        'New offers and answers, unless you are looking at this page, and a reminder before each date.',
      )}
      checked={isWanted ?? false}
      disabled={isWanted === null}
      onChange={(wanted) => void outbox.edit(...MAIL, wanted)}
    />
  );
}
