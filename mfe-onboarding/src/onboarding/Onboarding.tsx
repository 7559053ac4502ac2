import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import type { Answers } from '@flint/contracts/questions/types';
import { usePlatform, useUser } from '@flint/remote-kit';
import { asCallFailure, useReadProfileQuery, autosaverOf } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { ErrorState, Skeleton } from '@flint/ui';
import { useEffect, useState } from 'react';
import { Questionnaire } from './Questionnaire';
import './onboarding.css';

/** The questionnaire with the answers of server and device. The device's copy is shown at once, and is enough offline. */
export function Onboarding() {
  const { id } = useUser();
  const { online } = usePlatform();
  const saver = autosaverOf(id);
  const {
    data,
    error,
    isFetching,
    isLoading,
    isSuccess,
    startedTimeStamp = 0,
    refetch,
  } = useReadProfileQuery();
  const [merged, setMerged] = useState(false);

  useEffect(() => {
    // during a refetch, `startedTimeStamp` belongs to the new request and the data to the old one
    if (!isSuccess || isFetching || merged) return;
    if (startedTimeStamp < saver.lastTakenAt()) {
      // requested before the last answers were saved
      void refetch();
      return;
    }
    if (data) saver.store.takeServer(data.answers as Answers);
    setMerged(true);
  }, [data, isFetching, isSuccess, startedTimeStamp, merged, saver, refetch]);

  const hasDeviceCopy = Object.keys(saver.store.read().answers).length > 0;
  if (merged || hasDeviceCopy || (error && !online)) {
    return (
      <Questionnaire
        questions={QUESTIONS}
        saver={saver}
        completed={data?.onboardingCompletedAt !== null && data?.onboardingCompletedAt !== undefined}
      />
    );
  }
  if (error) {
    return (
      <ErrorState title={t('Unable to Load Your Answers')} onRetry={() => void refetch()}>
        <p>{t(asCallFailure(error)?.message ?? '')}</p>
      </ErrorState>
    );
  }
  return (
    <div className="onboarding" aria-busy={isLoading}>
      <h1 className="f-visually-hidden" data-page-heading tabIndex={-1}>
        {t('Loading your questions')}
      </h1>
      <Skeleton lines={2} />
      <Skeleton shape="block" height="20rem" />
    </div>
  );
}
