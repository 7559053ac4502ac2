import { join } from 'node:path';
import { measureWorkspace } from '@flint/remote-build/build/sizes';
import { useBrowser } from '@flint/testing/browser';
import { useFlint } from '@flint/testing/flint';
import { remoteWorkspaces } from '../compose/remotes';
import { BUDGETS, tooEarly } from './budgets';
import { measureJourney, type Weight } from './page-weight';

describe('the build of a remote', () => {
  it.each(remoteWorkspaces())(
    '$id - all its scripts and styles - is within the budget of its package',
    (workspace) => {
      const { scripts, styles } = measureWorkspace(workspace.id, join(workspace.dir, 'dist'));
      expect((scripts + styles) / 1_000).toBeLessThanOrEqual(workspace.budget);
    },
  );
});

describe('what a student downloads', () => {
  let weight: { signIn: Weight; journey: Weight };
  const browser = useBrowser();
  const flint = useFlint();
  beforeAll(async () => {
    weight = await measureJourney(flint, browser);
  });

  it('the sign-in page - cold - stays within its budget and requests no foreign origin', () => {
    const { signIn } = weight;
    expect(signIn.scriptBytes).toBeLessThanOrEqual(BUDGETS.signIn.scriptBytes);
    expect(signIn.scripts.length).toBeLessThanOrEqual(BUDGETS.signIn.files);
    expect(signIn.foreign).toBe(0);
  });

  it('the whole journey - every screen once - stays within its budget and requests no foreign origin', () => {
    expect(weight.journey.scriptBytes).toBeLessThanOrEqual(BUDGETS.journey.scriptBytes);
    expect(weight.journey.foreign).toBe(0);
  });

  it('code of later screens - before its use - is not requested', () => {
    expect(tooEarly(weight.signIn, 'signIn')).toEqual([]);
    expect(tooEarly(weight.journey, 'journey')).toEqual([]);
  });

  it('the measurement - of a page that loads scripts - counts them', () => {
    expect(weight.signIn.scripts.length).toBeGreaterThanOrEqual(3);
    expect(weight.journey.scripts.some((script) => script.includes('remote-kit_src_data_index'))).toBe(true);
  });
});
