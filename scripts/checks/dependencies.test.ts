import { readLock, readReasons, weigh } from './dependencies';

const sizes = { big: 11e6, mate: 4e6, shared: 20e6, tiny: 1 };
const LOCK = {
  '': { dependencies: { big: '1', tiny: '1', app: '1' } },
  'node_modules/app': { link: true },
  app: { devDependencies: { tiny: '1' } },
  'node_modules/big': { dependencies: { mate: '1', shared: '1' } },
  'node_modules/big/node_modules/mate': {},
  'node_modules/mate': {},
  'node_modules/shared': {},
  'node_modules/tiny': { dependencies: { shared: '1' } },
};
const size = (key: string) => sizes[key.split('/').at(-1) as keyof typeof sizes];

describe('the weight of dependencies', () => {
  it('a package - with what only it brings along - weighs both; what others reach too is not its own', () => {
    const [big, tiny] = weigh(LOCK, { heavy: { big: 'because' } }, size);
    expect(big).toEqual({ name: 'big', own: 1, megabytes: 15, isHeavy: true, why: 'because' });
    expect(tiny).toMatchObject({ own: 0, isHeavy: false });
  });

  it('every package that we name - over 10 MB or 30 packages of its own - has a reason', () => {
    const silent = weigh(readLock(), readReasons()).filter(({ isHeavy, why }) => isHeavy && !why);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('every reason - and every two packages for one job - are about packages that we name', () => {
    const names = new Set(weigh(readLock(), readReasons(), () => 0).map(({ name }) => name));
    const { heavy, jobs } = readReasons();
    const named = [...Object.keys(heavy), ...jobs.flatMap(({ packages }) => packages)];
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });
});
