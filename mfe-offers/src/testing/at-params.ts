import { fakePlatform, type FakePlatform } from '@flint/remote-kit/testing';

/** A shell whose address shows the matches with these parameters; `wentBack` counts. */
export function atParams(
  params: Readonly<Record<string, string>>,
): FakePlatform & { readonly wentBack: () => number } {
  const plain = fakePlatform();
  let count = 0;
  const navigation = {
    ...plain.navigation,
    location: { screen: 'matches' as const, params },
    back: () => void count++,
  };
  return { ...plain, navigation, wentBack: () => count };
}
