import { defineRemote } from '@flint/remote-kit/contract';
import { prepare, Root } from './Root';

export default defineRemote({
  id: 'photos',
  Root,
  prepare,
  texts: {
    fr: () =>
      Promise.all([import('./texts/fr'), import('@flint/contracts/texts/fr-questions')]).then(
        ([{ fr }, { frQuestions }]) => ({ ...frQuestions, ...fr }),
      ),
  },
});
