import { createServer } from 'node:http';
import { listening } from './listening';
import { ROUTES, type Route } from '@flint/contracts';
import { startTestDatabase } from './database';
import { MORE_QUERIES, QUERIES_MAX } from './query-budgets';
import { watchQueries } from './query-watch';

describe('the watch over queries', () => {
  it('a request over its budget, and a query without an index - are reported - others are not', async () => {
    await using database = await startTestDatabase();
    const things = database.db.collection<{ _id: string; colour?: string }>('things');
    await things.insertOne({ _id: 'a', colour: 'red' });
    const watch = watchQueries(database.db);
    const work: Record<string, () => Promise<unknown>> = {
      '/by-id': () => things.findOneAndUpdate({ _id: 'a' }, { $set: { colour: 'blue' } }),
      '/thrice': async () => {
        for (let i = 0; i < 3; i++) await things.findOne({ _id: 'a' });
      },
      '/scan': () => things.findOne({ colour: 'blue' }),
    };
    const server = createServer(
      watch.around((request, response) => void work[request.url ?? '']!().then(() => response.end())),
    );
    const { url, close } = await listening(server);
    for (const path of Object.keys(work)) await fetch(url + path);
    await things.findOne({ colour: 'outside of any request' });
    await close();

    const findings = await watch.findings();
    expect(findings).toHaveLength(2);
    expect(findings[0]).toMatch(/^GET \/thrice made 3 queries, 2 are allowed: find things/);
    expect(findings[1]).toMatch(/^GET \/scan reads a whole collection: .*"colour"/);
  });

  it('a route with a larger budget - exists - with a reason and a number above the default', () => {
    const known = new Set(
      (Object.values(ROUTES) as readonly Route[]).map(({ method, path }) => `${method} ${path}`),
    );
    for (const [route, { most, why }] of Object.entries(MORE_QUERIES)) {
      expect(most).toBeGreaterThan(QUERIES_MAX);
      expect(why.length).toBeGreaterThan(10);
      expect(known.has(route) || / \/(?:auth\/v1|storage\/v1|api\/v1)\//.test(route)).toBe(true);
    }
  });
});
