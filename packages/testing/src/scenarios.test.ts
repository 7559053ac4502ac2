import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROUTES } from '@flint/contracts';
import type { FakeRoutes } from '@flint/remote-kit/testing';
import type { Scenarios } from '@flint/remote-kit/scenarios';
import { remoteWorkspaces } from '@flint/scripts/compose/remotes';

const workspaces = remoteWorkspaces().map(
  ({ id, dir }) => [id, path.join(dir, 'src/testing/scenarios.ts')] as const,
);

/** The route of a scenario's call (`GET /offers/1/date`). */
const routeOf = (key: string) => {
  const [method, at = ''] = key.split(' ');
  const fits = (pattern: string) => new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(at);
  return Object.values(ROUTES).find((route) => route.method === method && fits(route.path));
};

/** The errors in a scenario's responses, by call. */
function faultsOf(routes: FakeRoutes): readonly string[] {
  return Object.entries(routes).flatMap(([key, answer]) => {
    // a stream and a report have no response to check
    if (typeof answer === 'function' || (answer.status ?? 200) >= 300 || answer.status === 204) return [];
    const schema = routeOf(key)?.response;
    if (!schema) return [`${key}: no route answers it`];
    const { success, error } = schema.safeParse(answer.body);
    return success
      ? []
      : [`${key}: ${error.issues.map(({ path: at, message }) => `${at.join('.')} ${message}`).join(', ')}`];
  });
}

describe('scenarios of the remotes', () => {
  it.each(workspaces)('%s - full and empty - conform to the contract', async (_id, file) => {
    expect(existsSync(file)).toBe(true);
    const { scenarios } = (await import(file)) as { scenarios: Scenarios };
    expect({ full: faultsOf(scenarios.full), empty: faultsOf(scenarios.empty) }).toEqual({
      full: [],
      empty: [],
    });
  });
});
