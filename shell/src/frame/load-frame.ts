import { loadable } from '@flint/ui';

/** The frame of a signed-in student; nobody else downloads it. */
export const Frame = loadable(() =>
  import(/* webpackChunkName: 'frame' */ './Frame').then((module) => module.Frame),
);
