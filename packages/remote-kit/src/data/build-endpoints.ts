import type { ResponseOf, Route } from '@flint/contracts';
import type { EndpointBuilder, MutationDefinition, QueryDefinition } from '@reduxjs/toolkit/query/react';
import type { BaseQuery, QueryCall } from './base-query';
import { partsOf, type ArgOf } from './from-contract';
import type { Tag, Use } from './uses';

type Routes = Readonly<Record<string, Route>>;
type Uses = Readonly<Record<string, Use>>;

type Absent<U, Name> = Name extends keyof U ? (U[Name] extends { absent: infer Data } ? Data : never) : never;

type EndpointOf<R extends Route, Data> = R['method'] extends 'GET'
  ? QueryDefinition<ArgOf<R>, BaseQuery, Tag, Data, 'api'>
  : MutationDefinition<ArgOf<R>, BaseQuery, Tag, Data, 'api'>;

export type EndpointsOf<R extends Routes, U extends Uses> = {
  [Name in keyof R]: EndpointOf<R[Name], ResponseOf<R[Name]> | Absent<U, Name>>;
};

/** 'readConfig' as 'read config'. */
const wordsOf = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Builds an endpoint for every route: a GET is a query, every other method a mutation. */
export function buildEndpoints<R extends Routes, const U extends Uses>(
  build: EndpointBuilder<BaseQuery, Tag, 'api'>,
  routes: R,
  uses: U,
): EndpointsOf<R, U> {
  const endpoints: Record<string, unknown> = {};
  for (const [name, route] of Object.entries(routes)) {
    const { action = wordsOf(name), tags = [], absent }: Partial<Use> = uses[name] ?? {};
    const query = (arg: unknown): QueryCall => ({ route, action, absent, ...partsOf(route, arg) });
    endpoints[name] =
      route.method === 'GET'
        ? build.query({ query, providesTags: tags })
        : build.mutation({ query, invalidatesTags: tags });
  }
  // the loop sets exactly the keys of `routes`, which TypeScript cannot infer
  return endpoints as EndpointsOf<R, U>;
}
