import { LIMITS, type Offer } from '@flint/contracts';
import { HOUR_MS } from '@flint/contracts/time';
import { usePlatform } from '@flint/remote-kit';
import { useNow, useUnshareDateMutation } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Button, Row, Soft } from '@flint/ui';
import { useState } from 'react';
import { timeAlone } from '../shared/dates';
import { failureText } from '../shared/failure';
import { focusHeadingAfterMove } from './use-answers';

interface EndSharingProps {
  readonly offerId: string;
  readonly isSmall?: boolean;
  readonly onEnded: () => void;
}

/** Ends all links of the student to a date. */
export function EndSharing({ offerId, isSmall = false, onEnded }: EndSharingProps) {
  const { notify, online } = usePlatform();
  const [unshare, { isLoading }] = useUnshareDateMutation();
  const handleEnd = async () => {
    const answer = await unshare({ id: offerId });
    if ('error' in answer) return notify(failureText(answer.error), 'failure');
    notify(t('Every link to this date has ended.'), 'success');
    onEnded();
  };
  return (
    <Button
      {...(isSmall && { size: 's', variant: 'quiet' })}
      busy={isLoading}
      disabled={!online}
      onClick={() => void handleEnd()}
    >
      {t('End sharing')}
    </Button>
  );
}

/** Ends the links to a date that nobody can share any more, while they still show its place. */
export function SharedLinks({ offer }: { readonly offer: Offer }) {
  const now = useNow();
  const [hasEnded, setEnded] = useState(false);
  const end = Date.parse(offer.proposedDate) + LIMITS.sharedHours * HOUR_MS;
  if (hasEnded || now >= end) return null;
  const handleEnded = () => {
    setEnded(true);
    focusHeadingAfterMove();
  };
  return (
    <Row between>
      <Soft>{t('Any shared link ends at {time}.', { time: timeAlone(new Date(end).toISOString()) })}</Soft>
      <EndSharing isSmall offerId={offer.id} onEnded={handleEnded} />
    </Row>
  );
}
