import { defineRemote } from '@flint/remote-kit';
import { PhotosScreen } from './PhotosScreen';

export default defineRemote({ id: 'photos', Root: PhotosScreen });
