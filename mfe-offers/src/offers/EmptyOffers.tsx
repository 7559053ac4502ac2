import { ScreenLink, usePlatform } from '@flint/remote-kit';
import { Button, EmptyState } from '@flint/ui';
import type { Direction } from './words';

/** Nothing in a tab yet, with the ways on (spec 2). */
export function EmptyOffers({ direction }: { readonly direction: Direction }) {
  const { navigation } = usePlatform();
  const isReceived = direction === 'received';
  return (
    <EmptyState
      drawing="offers"
      title={isReceived ? 'No received offers yet' : 'No sent offers yet'}
      actions={
        <>
          <Button variant="primary" onClick={() => navigation.goTo('profile')}>
            Complete Profile
          </Button>
          <Button onClick={() => navigation.goTo('onboarding')}>Continue Onboarding</Button>
        </>
      }
    >
      {isReceived ? (
        <p>Complete your profile so that people with the same free hours can find you and invite you.</p>
      ) : (
        <p>
          Start browsing <ScreenLink to="matches">your matches</ScreenLink>: you are free at the same time as
          every one of them, and an invitation takes one tap.
        </p>
      )}
    </EmptyState>
  );
}
