import { defineRemote } from '@flint/remote-kit/contract';
import { Root } from './Root';

export default defineRemote({
  id: 'offers',
  Root,
  texts: {
    fr: () => import('./texts/fr').then(({ fr }) => fr),
  },
});
