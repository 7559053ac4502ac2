import { createProjector, hourWindow } from './hours';
import { slotsToGrid } from './slots';
import { zoneNamed } from './zone-named';

/** Every name of three letters that a platform knows: zones of the database, and old abbreviations of ICU. */
const SHORT =
  'ACT AET AGT ART AST BET BST CAT CET CNT CST CTT EAT ECT EET EST GMT HST IET IST JST MET MIT MST NET NST PLT PNT PRC PRT PST ROC ROK SST UCT UTC VST WET';
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
    const names = [...Intl.supportedValuesOf('timeZone'), ...SHORT.split(' ')];
    const zones = names.flatMap((name) => zoneNamed(name) ?? []);
    expect(zones.length).toBeGreaterThan(400);
    const { project } = createProjector(hourWindow(NOW, 'UTC'));
    const words = new Uint32Array(6).fill(0xffff_ffff);
    for (const timezone of zones) {
      slotsToGrid([{ dayOfWeek: 1, startHour: 1, endHour: 12 }], timezone, NOW);
      project({ words, timezone }, new Uint32Array(11));
    }
  });
});
