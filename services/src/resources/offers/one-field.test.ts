import { fixedClock } from '@flint/services';
import { useTestServer } from '@flint/testing';
import { offers } from './offers.resource';
import { pair } from './testing/campus';
import { threads } from './thread.model';

// The one seam: the declaration with one more field in each group. Everything else is as it is.
jest.mock('@flint/contracts/routes/offer-fields', () => {
  const z = jest.requireActual<typeof import('zod/mini')>('zod/mini');
  const actual = jest.requireActual<typeof import('@flint/contracts/routes/offer-fields')>(
    '@flint/contracts/routes/offer-fields',
  );
  const { both, sender, recipient } = actual.OFFER_FIELDS;
  return {
    ...actual,
    OFFER_FIELDS: {
      both: { ...both, weather: z.nullable(z.enum(['sun', 'rain'])), meetBy: z.optional(z.iso.datetime()) },
      sender: { ...sender, hint: z.optional(z.string()) },
      recipient: { ...recipient, thanks: z.optional(z.string()) },
    },
  };
});

const clock = fixedClock('2026-03-02T12:00:00Z');
const server = useTestServer({ clock });
const MEET_BY = '2026-03-04T13:45:00.000Z';
const SAID = { weather: 'sun', meetBy: MEET_BY, hint: 'Red scarf', thanks: 'With pleasure' };

describe('a field added to the declaration of an offer', () => {
  it('of each kind - without another edit - is stored, answered, exported, and erased with its writer', async () => {
    const [ann, ben] = await pair(server);
    const offer = {
      toUserId: ben.id,
      proposedDate: '2026-03-04T14:00:00.000Z',
      location: 'x',
      activity: 'y',
    };
    const { id, weather } = (await ann.call('POST /offers', offer)).body;
    expect(weather).toBeNull();
    const stored = async () => (await threads(server.deps.db).findById(id).lean())!.rounds[0];
    expect(await stored()).toMatchObject({ weather: null, meetBy: null, hint: null, thanks: null });

    // mongoose drops a field that its schema does not know
    const $set = Object.fromEntries(Object.entries(SAID).map(([name, value]) => [`rounds.0.${name}`, value]));
    await threads(server.deps.db).updateOne({ _id: id }, { $set });
    expect(await stored()).toMatchObject({ ...SAID, meetBy: new Date(MEET_BY) });
    expect((await ben.call('GET /offers')).body.items).toMatchObject([SAID]);
    await ben.call(`POST /offers/${id}/respond`, { offerId: id, action: 'accept' });
    expect(await offers.exportUser!(ann.id, server.deps)).toMatchObject([{ direction: 'sent', ...SAID }]);
    expect(await offers.exportUser!(ben.id, server.deps)).toMatchObject([{ direction: 'received', ...SAID }]);

    await offers.eraseUser!(ben.id, server.deps);
    const { thanks: _, ...kept } = SAID;
    const [left] = (await ann.call('GET /offers')).body.items;
    expect(left).toMatchObject(kept);
    expect(left).not.toHaveProperty('thanks');
  });
});
