import { ROUTES } from '@flint/contracts';
import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query';
import { buildEndpoints } from './build-endpoints';
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
