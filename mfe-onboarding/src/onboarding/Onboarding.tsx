import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import { usePlatform } from '@flint/remote-kit';
import { asCallFailure, useAnswers, useReadProfileQuery } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { Button, ErrorState, Skeleton } from '@flint/ui';
import { Questionnaire } from './Questionnaire';
import './onboarding.css';

/** How often an open window asks what was saved on another device. */
const FOLLOW_MS = 30_000;

/** The questionnaire with the answers of server and device. The device's copy is shown at once, and is enough offline. */
export function Onboarding() {
  const { online, auth, signOut = auth.signOut } = usePlatform();
  const own = useAnswers();
  const { data, error, isLoading, isSuccess, refetch } = useReadProfileQuery(undefined, {
    pollingInterval: FOLLOW_MS,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
  });
  if (isSuccess || Object.keys(own.answers).length > 0 || (error && !online)) {
    return (
      <Questionnaire
        questions={QUESTIONS}
        own={own}
        completed={data?.onboardingCompletedAt !== null && data?.onboardingCompletedAt !== undefined}
      />
    );
  }
  if (error) {
    return (
      <ErrorState
        title={t('Unable to Load Your Answers')}
        onRetry={() => void refetch()}
        // a phone has no other way out before the first pass through the questions
        actions={<Button onClick={() => void signOut('local')}>{t('Sign Out')}</Button>}
      >
        <p>{t(asCallFailure(error)?.message ?? '')}</p>
      </ErrorState>
    );
  }
  return (
    <div className="f-page onboarding" aria-busy={isLoading}>
      <h1 className="f-visually-hidden" data-page-heading tabIndex={-1}>
        {t('Loading your questions')}
      </h1>
      <Skeleton lines={2} />
      <Skeleton shape="block" height="20rem" />
    </div>
  );
}
