// What other resources may use. The routes are in photos.resource.ts.
export type { Viewer } from './addresses';
export { countPhotos, ownPictures, photoUrls, primaryPhotoUrls } from './album';
export { readKnownPicture } from './known-picture';
