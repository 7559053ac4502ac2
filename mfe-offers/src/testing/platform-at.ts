import type { Platform, ScreenId, ScreenParams } from '@flint/remote-kit';
import { fakePlatform, type FakePlatform } from '@flint/remote-kit/testing';

/** A shell whose address is this screen with these parameters; `wentBack` counts. */
export function platformAt(
  screen: ScreenId,
  params: ScreenParams,
  overrides: Partial<Platform> = {},
): FakePlatform & { readonly wentBack: () => number } {
  const plain = fakePlatform(overrides);
  let count = 0;
  const navigation = { ...plain.navigation, location: { screen, params }, back: () => void count++ };
  return { ...plain, navigation, wentBack: () => count };
}
