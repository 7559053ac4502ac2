import { useListOffersQuery } from '@flint/remote-kit/data';
import { loadable } from '@flint/ui';

const CalledOff = loadable(() => import('./CalledOff').then((module) => module.CalledOff));

/** What happened while the student was away, until seen; loaded only if a date was ever called off. */
export function News() {
  const { data } = useListOffersQuery();
  const hasNews = data?.items.some(({ cancelledBy }) => cancelledBy);
  return hasNews ? <CalledOff offers={data!.items} fallback={null} /> : null;
}
