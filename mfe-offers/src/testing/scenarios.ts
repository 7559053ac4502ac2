import { defineScenarios, FULL_STUDENT, NEW_STUDENT, PICTURE } from '@flint/remote-kit/scenarios';
import { buildMatch, buildOffer, buildPlace, buildSent, placeList } from './build';

const LIST = {
  nextCursor: null,
  missing: [],
  whyFew: null,
  refreshedAt: '2040-03-01T09:00:00.000Z',
  nextAt: '2040-03-02T09:00:00.000Z',
};

const pictured = { photoUrl: PICTURE, photoUrls: [PICTURE] };

/** What the API answers in each state: `npm run alone` shows them, and tests use them. */
export const scenarios = defineScenarios({
  full: {
    ...FULL_STUDENT,
    'GET /matches': {
      body: {
        ...LIST,
        items: [
          buildMatch(pictured),
          buildMatch({
            userId: '44444444-5555-4666-8777-888888888888',
            name: 'Cleo',
            age: 21,
            pronouns: 'she/her',
            band: 'good',
            ...pictured,
          }),
        ],
      },
    },
    'GET /offers': {
      body: {
        items: [
          buildOffer(),
          buildSent({ activity: 'Skating', location: 'The rink' }),
          buildOffer({ status: 'accepted', activity: 'Board games' }),
          buildOffer({ status: 'completed', activity: 'A walk', proposedDate: '2026-03-01T18:00:00.000Z' }),
        ],
        nextCursor: null,
      },
    },
    'GET /places': placeList(buildPlace()),
  },
  empty: {
    ...NEW_STUDENT,
    'GET /profile': FULL_STUDENT['GET /profile']!,
    'GET /matches': { body: { ...LIST, items: [] } },
    'GET /offers': { body: { items: [], nextCursor: null } },
    'GET /places': placeList(),
  },
});
