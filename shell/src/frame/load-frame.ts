import { loadable } from '@flint/ui';

/** The frame of a signed-in student, loaded after sign-in. */
export const Frame = loadable(() =>
  import(/* webpackChunkName: 'frame' */ './Frame').then((module) => module.Frame),
);
