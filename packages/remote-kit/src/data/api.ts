import { ROUTES, type Availability, type Photo, type Profile } from '@flint/contracts';
import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query';
import { buildEndpoints } from './build-endpoints';
import type { ArgOf } from './from-contract';
import { forwardReadToOutbox } from './tell-outbox';
import { TAGS, USES } from './uses';

/** Stale time of the query cache in seconds (spec 9: 5 minutes). */
const STALE_SECONDS = 300;

/** The RTK Query API of the page, shared by shell and remotes: one endpoint and hook per route. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: TAGS,
  keepUnusedDataFor: STALE_SECONDS,
  refetchOnMountOrArgChange: STALE_SECONDS,
  refetchOnReconnect: true,
  endpoints: (build) => buildEndpoints(build, ROUTES, USES),
});

const AGAIN = { forceRefetch: true, subscribe: false } as const;
type Told = 'readProfile' | 'readAvailability' | 'listPhotos' | 'readOfferMail';
type Answered = Told | 'readCard' | 'readAlerts' | 'readStanding' | 'readHiddenContacts' | 'readDate';
type Dispatch = (action: never) => unknown;
const readAgain =
  (name: Told) =>
  (dispatch: Dispatch): unknown =>
    dispatch(api.endpoints[name].initiate(undefined, AGAIN) as never);

/** The response to a write is what the next read would say; a read of one offer has the params of the write. */
const isAlso =
  (name: Answered) =>
  async (
    arg: unknown,
    { dispatch, queryFulfilled }: { dispatch: Dispatch; queryFulfilled: Promise<{ data: unknown }> },
  ): Promise<void> => {
    const result = await queryFulfilled.catch(() => null); // the caller has the failure
    const of = name === 'readDate' ? (arg as ArgOf<typeof ROUTES.saveDateLine>).params : undefined;
    if (result) dispatch(api.util.updateQueryData(name, of as never, () => result.data as never) as never);
  };

api.enhanceEndpoints({
  endpoints: {
    readProfile: {
      onQueryStarted: forwardReadToOutbox(
        ['answers', 'completed'],
        (profile: Profile | null) => ({
          answers: Object.entries(profile?.answers ?? {}),
          completed: [['questionnaire', profile?.onboardingCompletedAt ?? null]],
        }),
        readAgain('readProfile'),
      ),
    },
    readAvailability: {
      onQueryStarted: forwardReadToOutbox(
        ['week'],
        (week: Availability | null) => ({ week: [['week', week]] }),
        readAgain('readAvailability'),
      ),
    },
    listPhotos: {
      onQueryStarted: forwardReadToOutbox(
        ['album'],
        ({ items }: { items: readonly Photo[] }) => ({ album: [['album', items.map(({ url }) => url)]] }),
        readAgain('listPhotos'),
      ),
    },
    readOfferMail: {
      onQueryStarted: forwardReadToOutbox(
        ['mail'],
        ({ wanted }: { wanted: boolean }) => ({ mail: [['offers', wanted]] }),
        readAgain('readOfferMail'),
      ),
    },
    createProfile: { onQueryStarted: isAlso('readProfile') },
    updateProfile: { onQueryStarted: isAlso('readProfile') },
    saveAvailability: { onQueryStarted: isAlso('readAvailability') },
    savePhotos: { onQueryStarted: isAlso('listPhotos') },
    saveOfferMail: { onQueryStarted: isAlso('readOfferMail') },
    chooseShown: { onQueryStarted: isAlso('readCard') },
    chooseAlerts: { onQueryStarted: isAlso('readAlerts') },
    pauseProfile: { onQueryStarted: isAlso('readStanding') },
    appealNotice: { onQueryStarted: isAlso('readStanding') },
    hideContacts: { onQueryStarted: isAlso('readHiddenContacts') },
    showContacts: { onQueryStarted: isAlso('readHiddenContacts') },
    saveDateLine: { onQueryStarted: isAlso('readDate') },
    sendDateSignal: { onQueryStarted: isAlso('readDate') },
  },
});
