import type { Availability } from '@flint/contracts';
import { readDevice, storeOnDevice } from '@flint/ui/on-device';

/** Key of the photo addresses on the device (spec 3). */
const PHOTOS = 'user_photos';

/** The week this device saved last (spec 3: user_availability), or null. */
export function readDeviceWeek(): Availability | null {
  const week = readDevice<Partial<Availability>>('user_availability');
  return Array.isArray(week?.utcSlots) ? (week as Availability) : null;
}

/** Stores the addresses of the photos that were saved. */
export const storeDevicePhotos = (urls: readonly string[]): void => storeOnDevice(PHOTOS, urls);

/** Number of photos that this device saved last. */
export function readDevicePhotoCount(): number {
  const addresses = readDevice(PHOTOS);
  return Array.isArray(addresses) ? addresses.length : 0;
}
