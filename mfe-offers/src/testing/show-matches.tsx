import type { Match, MatchList } from '@flint/contracts';
import { fakePlatform, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import userEvent from '@testing-library/user-event';
import { MatchesScreen } from '../matches/MatchesScreen';

/** A response with the list of matches. */
export const matchList = (items: Match[], more: Partial<MatchList> = {}) => ({
  body: {
    items,
    nextCursor: null,
    missing: [],
    whyFew: null,
    refreshedAt: '2026-03-02T05:00:00.000Z',
    nextAt: '2040-03-03T09:00:00.000Z',
    ...more,
  },
});

export function showMatches(api: FakeRoutes, platform = fakePlatform()) {
  const view = renderScreen(<MatchesScreen />, { api, platform });
  return {
    ...view,
    user: userEvent.setup(),
    posts: () => view.api.calls.filter(({ method }) => method === 'POST'),
  };
}
