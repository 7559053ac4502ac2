import { defineRemote } from '@flint/remote-kit/contract';
import { Root } from './Root';

export default defineRemote({
  id: 'onboarding',
  Root,
  texts: {
    fr: () =>
      Promise.all([import('./texts/fr'), import('@flint/contracts/texts/fr-questions')]).then(
        ([{ fr }, { frQuestions }]) => ({ ...frQuestions, ...fr }),
      ),
  },
});
