import { t } from '@flint/texts';
import { Skeleton } from '@flint/ui';

/** Placeholder of a screen whose remote is being loaded. */
export function ScreenSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="screen-skeleton f-page f-page--narrow" aria-busy="true">
      <p role="status" className="f-visually-hidden">
        {t('{screen} is loading…', { screen: label })}
      </p>
      <Skeleton width="60%" height="2.25rem" />
      <Skeleton lines={2} />
      <Skeleton shape="block" height="11rem" />
    </div>
  );
}
