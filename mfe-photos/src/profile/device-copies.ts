import type { Availability } from '@flint/contracts';

function readDevice(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** The week this device saved last (spec 3: user_availability), or null. */
export function readDeviceWeek(): Availability | null {
  const week = readDevice('user_availability') as Partial<Availability> | null;
  return Array.isArray(week?.utcSlots) ? (week as Availability) : null;
}

/** Number of photos that this device saved last (spec 3: user_photos). */
export function readDevicePhotoCount(): number {
  const addresses = readDevice('user_photos');
  return Array.isArray(addresses) ? addresses.length : 0;
}
