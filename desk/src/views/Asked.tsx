import { ErrorState, Skeleton, VisuallyHidden } from '@flint/ui';
import type { ReactNode } from 'react';
import { FailureNotice } from '../FailureNotice';
import type { AskedState } from '../use-asked';

interface Props<T> {
  readonly asked: Pick<AskedState<T>, 'data' | 'failure' | 'load'>;
  /** The text while it loads. */
  readonly label: string;
  readonly children: (data: T) => ReactNode;
}

/** The loaded content, with the error of a later load above it; a placeholder while it loads, or the error with 'Try again'. */
export function Asked<T>({ asked: { data, failure, load }, label, children }: Props<T>) {
  if (data !== null)
    return (
      <>
        {failure && <FailureNotice title={failure.text} onRetry={load} />}
        {children(data)}
      </>
    );
  if (failure) return <ErrorState title={failure.text} onRetry={() => void load()} />;
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Skeleton lines={6} />
    </div>
  );
}
