import { lockRace, openOwned } from './lock-race';

const { FLINT_LONG, FLINT_SHORT } = process.env;
const TRIES = FLINT_LONG === 'yes' ? 2000 : FLINT_SHORT === 'yes' ? 12 : 30;

if (FLINT_LONG === 'yes') jest.setTimeout(3_600_000);

describe('two processes', () => {
  it('that open one folder in the same moment - new, of a killed owner, or of a reused process id - have one owner each time', async () => {
    expect(await lockRace(TRIES)).toEqual({ twice: 0, never: 0 });
  });

  it.each([
    ['', false],
    [', and which have the same process id in two containers', true],
  ])(
    'of which one owns the folder and has collected its garbage%s - keep that owner',
    async (_, hasSameId) => {
      expect(await openOwned({ hasSameId })).toBe('refused');
    },
  );
});
