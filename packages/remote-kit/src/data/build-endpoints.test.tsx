import { defineRoute, ROUTES } from '@flint/contracts';
import { openApiDocument } from '@flint/contracts/openapi';
import { Text } from '@flint/contracts/wire';
import { configureStore } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query/react';
import { fakeApi, type FakeAnswer } from '../testing/fake-api';
import { baseQuery } from './base-query';
import { buildEndpoints } from './build-endpoints';
import { TAGS, USES } from './uses';

const readNote = defineRoute({
  name: 'readNote',
  call: 'GET /notes/{userId}',
  summary: 'A note',
  params: ROUTES.removeBlock.params,
  response: Text(100),
  errors: ['not_found'],
});
const saveNote = { ...readNote, name: 'saveNote', method: 'PUT', body: Text(100) } as const;
const routes = { ...ROUTES, readNote, saveNote };

function createNotes() {
  const notes = createApi({
    baseQuery,
    tagTypes: TAGS,
    endpoints: (build) => buildEndpoints(build, routes, USES),
  });
  const store = configureStore({
    reducer: { api: notes.reducer },
    // they warn when a busy machine is slow
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false }).concat(notes.middleware),
  });
  return { notes, store };
}

describe('a route added to the table', () => {
  const { notes, store } = createNotes();
  let fake = fakeApi({});
  const answer = (answers: Record<string, FakeAnswer>) => (fake = fakeApi(answers));

  it('with nothing else changed - has typed hooks', () => {
    const { useReadNoteQuery, useSaveNoteMutation } = notes;
    expect([typeof useReadNoteQuery, typeof useSaveNoteMutation]).toEqual(['function', 'function']);
    // @ts-expect-error a hook of a route that is not in the table
    expect(notes.useReadNothingQuery).toBeUndefined();
  });

  it('called with typed arguments - sends the declared request and returns typed data', async () => {
    answer({ 'PUT /notes/7': { body: 'new' } });
    const saved = await store.dispatch(
      notes.endpoints.saveNote.initiate({ params: { userId: '7' }, body: 'new' }),
    );
    const text: string | undefined = saved.data;
    expect(text).toBe('new');
    expect(fake.calls).toMatchObject([{ method: 'PUT', body: 'new' }]);
    // @ts-expect-error the route declares a text
    const wrong = () => notes.endpoints.saveNote.initiate({ params: { userId: '7' }, body: 7 });
    expect(wrong).toBeInstanceOf(Function);
  });

  it('refused - names its operation if it has no own words', async () => {
    answer({ 'PUT /notes/7': { status: 409, body: {} } });
    const refused = await store.dispatch(
      notes.endpoints.saveNote.initiate({ params: { userId: '7' }, body: 'x' }),
    );
    expect(refused.error).toMatchObject({ message: 'Failed to save note: Conflict' });
    expect(fake.calls).toHaveLength(1);
  });

  it('refused for the state of an offer - reads the offers again: not every caller shows the one in the refusal', async () => {
    answer({
      'GET /offers': { body: { items: [], nextCursor: null } },
      'POST /offers/1/date/signals': {
        status: 409,
        body: { code: 'offer_state_changed', detail: '', offer: {} },
      },
    });
    const offers = store.dispatch(notes.endpoints.listOffers.initiate(undefined, { forceRefetch: true }));
    await offers;
    const signal = { params: { id: '1' }, body: { kind: 'here' } } as const;
    await store.dispatch(notes.endpoints.sendDateSignal.initiate(signal));
    await Promise.all(store.dispatch(notes.util.getRunningQueriesThunk()));
    offers.unsubscribe();
    expect(fake.calls.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
  });

  it('in the OpenAPI document - is an operation', () => {
    const document = openApiDocument(Object.values(routes), {
      title: 'Flint',
      serverUrl: 'http://localhost',
    });
    expect(document).toHaveProperty(['paths', '/notes/{userId}', 'put', 'operationId'], 'saveNote');
  });
});

describe('every route of the product', () => {
  const READS = [
    'readProfile',
    'readCard',
    'listMatches',
    'listOffers',
    'listBlocks',
    'listReports',
  ] as const;
  const BEN = { userId: '11111111-2222-4333-8444-555555555555' };

  it.each([
    ['updateProfile', { answers: {} }, ['readCard', 'listMatches']],
    ['saveAvailability', { utcSlots: [] }, ['readProfile', 'listMatches']],
    ['savePhotos', { photos: [] }, ['readProfile', 'readCard', 'listMatches']],
    ['pauseProfile', { paused: true }, ['listMatches']],
    ['hideMatch', BEN, ['listMatches']],
    ['createBlock', BEN, ['listMatches', 'listOffers', 'listBlocks']],
    ['removeBlock', BEN, ['listMatches', 'listOffers', 'listBlocks']],
    ['hideContacts', { emails: [] }, ['listMatches']],
    ['reportPerson', BEN, ['listMatches', 'listOffers', 'listBlocks', 'listReports']],
    ['reportOffer', { offerId: 'x' }, ['listMatches', 'listOffers', 'listBlocks', 'listReports']],
  ] as const)('%s - makes the page read again what it changes', async (write, change, expected) => {
    const fake = fakeApi({});
    const { notes, store } = createNotes();
    for (const name of READS) {
      fake.routes[`GET ${ROUTES[name].path}`] = { body: { items: [], nextCursor: null } };
      await store.dispatch(notes.endpoints[name].initiate(undefined) as never);
    }
    const began = fake.calls.length;
    await store.dispatch(notes.endpoints[write].initiate(change as never) as never);
    await Promise.all(store.dispatch(notes.util.getRunningQueriesThunk()));
    const again = new Set(fake.calls.slice(began).map(({ method, path }) => `${method} ${path}`));
    expect(READS.filter((name) => again.has(`GET ${ROUTES[name].path}`))).toEqual(expected);
  });

  it('in the shared API - has an endpoint', () => {
    expect(Object.keys(createNotes().notes.endpoints).sort()).toEqual(Object.keys(routes).sort());
  });
});
