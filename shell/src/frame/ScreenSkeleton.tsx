import { t } from '@flint/texts';
import { Skeleton } from '@flint/ui';

/** The shape of a screen while its remote is on the way. */
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
