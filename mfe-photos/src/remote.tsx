import { defineRemote } from '@flint/remote-kit/contract';
import { PhotosScreen } from './PhotosScreen';

export default defineRemote({
  id: 'photos',
  Root: PhotosScreen,
  texts: { fr: () => import('./texts/fr').then(({ fr }) => fr) },
});
