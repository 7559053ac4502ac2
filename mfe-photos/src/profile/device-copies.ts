import type { Availability } from '@flint/contracts';
import { readDevice } from '@flint/ui/on-device';

/** The week this device saved last (spec 3: user_availability), or null. */
export function readDeviceWeek(): Availability | null {
  const week = readDevice<Partial<Availability>>('user_availability');
  return Array.isArray(week?.utcSlots) ? (week as Availability) : null;
}

/** Number of photos that this device saved last (spec 3: user_photos). */
export function readDevicePhotoCount(): number {
  const addresses = readDevice('user_photos');
  return Array.isArray(addresses) ? addresses.length : 0;
}
