import { ScreenLink, usePlatform } from '@flint/remote-kit';
import { t } from '@flint/texts';
import { rich } from '@flint/texts/react';
import { Button, EmptyState } from '@flint/ui';
import type { Direction } from './words';

/** Nothing in a tab yet, with the ways on (spec 2). */
export function EmptyOffers({ direction }: { readonly direction: Direction }) {
  const { navigation } = usePlatform();
  const isReceived = direction === 'received';
  return (
    <EmptyState
      drawing="offers"
      title={isReceived ? t('No received offers yet') : t('No sent offers yet')}
      actions={
        <>
          <Button variant="primary" onClick={() => navigation.goTo('profile')}>
            {t('Complete Profile')}
          </Button>
          <Button onClick={() => navigation.goTo('onboarding')}>{t('Continue Onboarding')}</Button>
        </>
      }
    >
      {isReceived ? (
        <p>
          {t('Complete your profile so that people with the same free hours can find you and invite you.')}
        </p>
      ) : (
        <p>
          {rich(
            'Start browsing {matches}: you are free at the same time as every one of them, and an invitation takes one tap.',
            { matches: <ScreenLink to="matches">{t('your matches')}</ScreenLink> },
          )}
        </p>
      )}
    </EmptyState>
  );
}
