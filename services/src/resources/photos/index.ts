// What other resources may use. The routes are in photos.resource.ts.
export { countPhotos, primaryPhotoUrls } from './album';
