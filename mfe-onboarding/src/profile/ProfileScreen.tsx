import { useUser } from '@flint/remote-kit';
import { Button, ErrorState, Notice, Page, Skeleton, VisuallyHidden } from '@flint/ui';
import { ProfileSummary } from './ProfileSummary';
import { useProfileParts } from './use-profile-parts';
import './profile.css';

/** The profile summary (spec 2), from the profile, the week and the photos. */
export function ProfileScreen() {
  const { email } = useUser();
  const state = useProfileParts();
  return (
    <Page title="Your Profile" lead={email} width="wide">
      {state.status === 'loading' && (
        <>
          <VisuallyHidden>
            <span role="status">Loading your profile</span>
          </VisuallyHidden>
          <Skeleton shape="block" height="9rem" />
          <Skeleton shape="block" height="14rem" />
        </>
      )}
      {state.status === 'failed' && (
        <ErrorState title="Unable to Load Your Profile" onRetry={state.retry}>
          <p>{state.message}</p>
        </ErrorState>
      )}
      {state.status === 'ready' && (
        <>
          {state.parts.remembered && (
            <Notice
              tone="warning"
              title="This is what your device remembers."
              action={
                <Button size="s" onClick={state.retry}>
                  Try Again
                </Button>
              }
            >
              <p>{state.parts.remembered}</p>
            </Notice>
          )}
          <ProfileSummary parts={state.parts} />
        </>
      )}
    </Page>
  );
}
