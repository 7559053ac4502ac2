import { createServer } from 'node:http';
import { startTestDatabase } from './database';
import { listening } from './listening';
import { watchQueries } from './query-watch';

describe('the watch over queries', () => {
  it('a query without an index - is reported - others are not', async () => {
    await using database = await startTestDatabase();
    const things = database.db.collection<{ _id: string; colour?: string }>('things');
    await things.insertOne({ _id: 'a', colour: 'red' });
    const watch = watchQueries(database.db);
    const work: Record<string, () => Promise<unknown>> = {
      '/by-id': () => things.findOneAndUpdate({ _id: 'a' }, { $set: { colour: 'blue' } }),
      '/scan': () => things.findOne({ colour: 'blue' }),
    };
    const server = createServer(
      watch.around((request, response) => void work[request.url ?? '']!().then(() => response.end())),
    );
    const { url, close } = await listening(server);
    for (const path of Object.keys(work)) await fetch(url + path);
    expect(watch.latestCommands()).toEqual(['find things']);
    await things.findOne({ colour: 'outside of any request' });
    await close();

    const findings = await watch.findings();
    expect(findings).toEqual([expect.stringMatching(/^GET \/scan reads a whole collection: .*"colour"/)]);
  });
});
