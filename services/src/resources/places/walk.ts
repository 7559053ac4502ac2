/** Degrees north and east. */
export interface Coordinates {
  readonly lat: number;
  readonly lon: number;
}

const EARTH_METRES = 6_371_000;
/** Streets are about this much longer than the line between two points. */
const DETOUR = 1.3;
const METRES_A_MINUTE = 80;
const FAR_MINUTES = 60;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Metres between two points (haversine). */
function distanceOf(a: Coordinates, b: Coordinates): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const scale = Math.cos(radians(a.lat)) * Math.cos(radians(b.lat));
  return 2 * EARTH_METRES * Math.asin(Math.sqrt(half(a.lat, b.lat) + scale * half(a.lon, b.lon)));
}

/** Minutes on foot, estimated from the distance, at least one; null beyond an hour. */
export function walkMinutes(from: Coordinates, to: Coordinates): number | null {
  const minutes = Math.max(1, Math.ceil((distanceOf(from, to) * DETOUR) / METRES_A_MINUTE));
  return minutes > FAR_MINUTES ? null : minutes;
}

/** Reads `43.6629, -79.3957`; null if it is no such pair. */
export function coordinatesOf(text: string): Coordinates | null {
  const found = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text);
  const [lat, lon] = [Number(found?.[1]), Number(found?.[2])];
  return found && Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}
