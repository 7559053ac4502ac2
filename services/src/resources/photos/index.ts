// What other resources may use. The routes are in photos.resource.ts.
export { countPhotos, ownPictures, photoUrls, primaryPhotoUrls } from './album';
