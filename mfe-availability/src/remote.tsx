import { defineRemote } from '@flint/remote-kit/contract';
import { AvailabilityScreen } from './AvailabilityScreen';

export default defineRemote({
  id: 'availability',
  Root: AvailabilityScreen,
  texts: { fr: () => import('./texts/fr').then(({ fr }) => fr) },
});
