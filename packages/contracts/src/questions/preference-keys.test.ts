import { preferenceKeysOf } from './preference-keys';
import type { Answers } from './types';

const answers = {
  intent: 'casual_dating',
  major_program: { value: 'other', other: 'Marine biology' },
  academic_info: 'year_3',
  social_preferences_self: [
    'one_on_one',
    'small_groups',
    'big_gatherings',
    'recharge_alone',
    'recharge_people',
    'early_mornings',
    'late_nights',
    'quiet_places',
  ],
  personality_type: ['adventurous', 'calm', 'adventurous'],
  ideal_first_date: ['coffee_chat'],
  ideal_date_types: { values: ['karaoke'] },
  seeking_genders: { values: ['men', 'women'] },
  ideal_red_flags: ['runs_late'],
  lifestyle_dealbreakers: { values: ['none'] },
  ideal_lifestyle_dealbreakers: ['messy_space'],
  age_preference: [19, 30],
} as unknown as Answers;

describe('the preference keys of a profile (spec 3)', () => {
  it('of an answered questionnaire - have the specified prefixes, without other-texts, "none of these" and duplicates', () => {
    const keys = preferenceKeysOf({
      answers,
      campus: 'North College',
      location: 'Kingston',
      availability: {
        utcSlots: [{ dayOfWeek: 0, startHour: 0, endHour: 2 }],
        timezone: 'America/Toronto',
        lastUpdated: '2026-11-20T12:00:00.000Z',
      },
      maxDistance: 25,
    });
    expect(keys.selfKeys).toEqual([
      'intent:casual_dating',
      'campus:North College',
      'year:year_3',
      'location:Kingston',
      'social_energy:one_on_one',
      'social_energy:small_groups',
      'social_energy:big_gatherings',
      'social_energy:recharge_alone',
      'social_energy:recharge_people',
      'sleep_rhythm:early_mornings',
      'sleep_rhythm:late_nights',
      'trait:adventurous',
      'trait:calm',
      'date_style:coffee_chat',
      'date_style:karaoke',
      'availability:sat',
    ]);
    expect(keys.desiredPartnerKeys).toEqual([
      'seeking:men',
      'seeking:women',
      'avoid:runs_late',
      'dealbreaker:messy_space',
      'age_range:19-30',
      'max_distance:25',
    ]);
  });

  it('of an empty questionnaire - are two empty lists, and nothing is written to the console', () => {
    const log = jest.spyOn(console, 'log');
    expect(preferenceKeysOf({ answers: {} })).toEqual({ selfKeys: [], desiredPartnerKeys: [] });
    expect(log).not.toHaveBeenCalled();
  });
});
