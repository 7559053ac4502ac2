import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import type { Answers } from '@flint/contracts/questions/types';
import { usePlatform, useUser } from '@flint/remote-kit';
import { asCallFailure, useReadProfileQuery } from '@flint/remote-kit/data';
import { ErrorState, Skeleton } from '@flint/ui';
import { useEffect, useState } from 'react';
import { autosaverOf } from './autosaver';
import { Questionnaire } from './Questionnaire';
import './onboarding.css';

/** The questionnaire with what server and device know of it. Offline the device's copy is enough. */
export function Onboarding() {
  const { id } = useUser();
  const { online } = usePlatform();
  const saver = autosaverOf(id);
  const { store } = saver;
  const { data, error, isLoading, isSuccess, refetch } = useReadProfileQuery();
  const [merged, setMerged] = useState(false);

  useEffect(() => {
    if (!isSuccess || merged) return;
    if (data) store.takeServer(data.answers as Answers);
    setMerged(true);
  }, [data, isSuccess, merged, store]);

  const hasDeviceCopy = Object.keys(store.read().answers).length > 0;
  if (merged || (error && (hasDeviceCopy || !online)))
    return <Questionnaire questions={QUESTIONS} saver={saver} />;
  if (error) {
    return (
      <ErrorState title="Unable to Load Your Answers" onRetry={() => void refetch()}>
        <p>{asCallFailure(error)?.message}</p>
      </ErrorState>
    );
  }
  return (
    <div className="onboarding" aria-busy={isLoading}>
      <h1 className="f-visually-hidden" data-page-heading tabIndex={-1}>
        Loading your questions
      </h1>
      <Skeleton lines={2} />
      <Skeleton shape="block" height="20rem" />
    </div>
  );
}
