import { defineRemote } from '@flint/remote-kit/contract';
import { Root } from './Root';

export default defineRemote({
  id: 'offers',
  Root,
  texts: {
    // who cannot be matched yet reads the titles of the questions that are missing
    fr: () =>
      Promise.all([
        import('./texts/fr'),
        import('@flint/contracts/texts/fr-questions/identity'),
        import('@flint/contracts/texts/fr-questions/preferences'),
      ]).then(([{ fr }, { IDENTITY }, { PREFERENCES }]) => ({ ...IDENTITY, ...PREFERENCES, ...fr })),
  },
});
