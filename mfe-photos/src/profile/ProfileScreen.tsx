import { ScreenLink, useUser } from '@flint/remote-kit';
import { t } from '@flint/texts';
import {
  Button,
  ErrorState,
  Icon,
  icons,
  Items,
  ItemText,
  Notice,
  Page,
  Row,
  SidePane,
  Skeleton,
  useIsWide,
  VisuallyHidden,
} from '@flint/ui';
import { Preview } from './Preview';
import { ProfileSummary } from './ProfileSummary';
import { SignOutButton } from './SignOutButton';
import { useProfileParts } from './use-profile-parts';
import './profile.css';

/** Also shown beside the photos; in this file, because a student who adds photos sees the profile next. */
export { Preview } from './Preview';

/** The profile summary (spec 2) of profile, week and photos, and the ways to settings and out, also while nothing can be loaded. */
export function ProfileScreen() {
  const { email } = useUser();
  const state = useProfileParts();
  const isWide = useIsWide();
  return (
    <Page
      title={t('Your Profile')}
      lead={state.status === 'failed' && <span translate="no">{email}</span>}
      actions={
        !isWide && (
          <span className="f-page__back">
            <ScreenLink to="profile" params={{ page: 'others' }}>
              <Icon path={icons.eye} size={18} /> {t('How others see you')}
            </ScreenLink>
          </span>
        )
      }
      width="wide"
    >
      {state.status === 'loading' && (
        <>
          <VisuallyHidden>
            <span role="status">{t('Loading your profile')}</span>
          </VisuallyHidden>
          <Skeleton shape="block" height="9rem" />
          <Skeleton shape="block" height="14rem" />
        </>
      )}
      {state.status === 'failed' && (
        <ErrorState title={t('Unable to Load Your Profile')} onRetry={state.retry}>
          <p>{t(state.message)}</p>
        </ErrorState>
      )}
      {state.status === 'ready' && (
        <>
          {state.parts.remembered && (
            <Notice
              tone="warning"
              title={t('This is what your device remembers.')}
              action={
                <Button size="s" onClick={state.retry}>
                  {t('Try Again')}
                </Button>
              }
            >
              <p>{t(state.parts.remembered)}</p>
            </Notice>
          )}
          <ProfileSummary parts={state.parts} />
        </>
      )}
      {state.status !== 'loading' && (
        <>
          {/* a wide window has it in its navigation */}
          {!isWide && (
            <Items framed>
              <li>
                <ScreenLink to="profile" params={{ page: 'settings' }} className="f-item">
                  <span className="profile__tick f-disc">
                    <Icon path={icons.settings} />
                  </span>
                  <ItemText title={t('Settings')}>
                    {t('Theme, language, notifications, safety and your data')}
                  </ItemText>
                  <Icon path={icons.chevronRight} />
                </ScreenLink>
              </li>
            </Items>
          )}
          <Row fill>
            <SignOutButton />
          </Row>
        </>
      )}
      {/* on a phone the head leads to the card */}
      {isWide && state.status === 'ready' && (
        <SidePane>
          <Preview />
        </SidePane>
      )}
    </Page>
  );
}
