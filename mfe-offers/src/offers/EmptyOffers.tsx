import { ScreenLink, usePlatform } from '@flint/remote-kit';
import { useReadProfileQuery } from '@flint/remote-kit/data';
import { message, t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import { Button, EmptyState, OffersDrawing, Soft } from '@flint/ui';
import type { Direction } from './words';

interface EmptyOffersProps {
  readonly direction: Direction;
  /** Whether the tab's only offers are dates, which are shown above it. */
  readonly hasDates: boolean;
}

const TEXTS = {
  complete: message('Your profile is complete. Invite someone from {matches}: it takes one tap.'),
  received: message(
    'Complete your profile so that people with the same free hours can find you and invite you.',
  ),
  sent: message(
    'Start browsing {matches}: you are free at the same time as every one of them, and an invitation takes one tap.',
  ),
} as const;

/** An empty tab with the text and buttons of spec 2; a complete profile leads to the matches first. */
export function EmptyOffers({ direction, hasDates }: EmptyOffersProps) {
  const { navigation } = usePlatform();
  const { data: profile } = useReadProfileQuery();
  const isComplete = profile?.completeness === 100;
  if (hasDates) return <Soft>{t('Nothing else here: your dates are above.')}</Soft>;
  const text = TEXTS[isComplete && direction === 'received' ? 'complete' : direction];
  return (
    <EmptyState
      drawing={<OffersDrawing />}
      title={direction === 'received' ? t('No received offers yet') : t('No sent offers yet')}
      actions={
        <>
          {isComplete && (
            <Button variant="primary" onClick={() => navigation.goTo('matches')}>
              {t('See your matches')}
            </Button>
          )}
          <Button variant={isComplete ? 'quiet' : 'primary'} onClick={() => navigation.goTo('profile')}>
            {t('Complete Profile')}
          </Button>
          <Button variant={isComplete ? 'quiet' : 'secondary'} onClick={() => navigation.goTo('onboarding')}>
            {t('Continue Onboarding')}
          </Button>
        </>
      }
    >
      <p>{rich(text, { matches: <ScreenLink to="matches">{t('your matches')}</ScreenLink> })}</p>
    </EmptyState>
  );
}
