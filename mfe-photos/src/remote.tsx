import { defineRemote } from '@flint/remote-kit/contract';
import { prepare, Root } from './Root';

export default defineRemote({
  id: 'photos',
  Root,
  prepare,
  texts: { fr: () => import('./texts/fr').then(({ fr }) => fr) },
});
