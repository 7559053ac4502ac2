import type { Release } from './choose';
import { warm } from './warm';

/** Downloads and checks a release's first files without running them; answers whether they all arrived. */
export async function prefetchRelease({ entry, integrity }: Release): Promise<boolean> {
  const boot = (window.flintBoot ??= { warmed: {} });
  const warming = (boot.warmed[entry] ??= warm(entry, integrity));
  return warming.then(
    () => true,
    () => {
      if (boot.warmed[entry] === warming) delete boot.warmed[entry];
      return false;
    },
  );
}
