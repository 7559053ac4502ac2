import { createProjector, hourWindow } from './hours';
import { slotsToGrid } from './slots';
import { zoneNamed } from './zone-named';

const NOW = new Date('2026-11-26T12:00:00Z');

describe('zoneNamed', () => {
  it.each([
    ['America/Toronto', 'America/Toronto'],
    ['america/TORONTO', 'America/Toronto'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['UTC', 'UTC'],
    ['Mars/Base', null],
    ['', null],
    ['JST', null],
    ['2026-11-26T12:00[Asia/Tokyo]', null],
  ])('%j - is %j', (name, zone) => expect(zoneNamed(name)).toBe(zone));

  it('every name that the platform accepts - is refused, or is a zone in which a week can be read', () => {
    const short = Array.from({ length: 26 ** 3 }, (_, at) =>
      [at / 676, (at / 26) % 26, at % 26].map((code) => String.fromCharCode(65 + Math.floor(code))).join(''),
    );
    const zones = [...Intl.supportedValuesOf('timeZone'), ...short].flatMap((name) => zoneNamed(name) ?? []);
    expect(zones.length).toBeGreaterThan(400);
    const { project } = createProjector(hourWindow(NOW, 'UTC'));
    const words = new Uint32Array(6).fill(0xffff_ffff);
    for (const timezone of zones) {
      slotsToGrid([{ dayOfWeek: 1, startHour: 1, endHour: 12 }], timezone, NOW);
      project({ words, timezone }, new Uint32Array(11));
    }
  });
});
