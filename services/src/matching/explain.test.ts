import type { Answers } from '@flint/contracts/questions/types';
import { ENGLISH, textsIn } from '../texts/index';
import { activitiesWith, activityText, catalogued, inLanguage } from './rules/activities';
import { reasonCodes, reasonText } from './rules/reasons';
import { fewCode, fewText, hasWidened, type FewCode } from './why-few';

const FRENCH = textsIn('fr');
const reasonsFor = (mine: Answers, theirs: Answers) =>
  reasonCodes(mine, theirs).map((code) => reasonText(code));
const suggestedActivities = (mine: Answers, theirs: Answers) =>
  activitiesWith(mine)(theirs).map((code) => activityText(code));
const whyFew = (eligible: number, lostTo: ReadonlyMap<string, number>) => {
  const code = fewCode(eligible, lostTo, [18, 25]);
  return code && fewText(code);
};

const me = {
  hobbies_interests: ['climbing', 'concerts'],
  ideal_personality_traits: ['calm', 'curious'],
  intent: 'serious_relationship',
  ideal_first_date: ['coffee_chat', 'movie'],
  meeting_preference: { values: ['campus_coffee', 'campus_walk'] },
  ideal_red_flags: ['runs_late'],
};
const them = {
  hobbies_interests: ['climbing', 'concerts'],
  personality_type: ['calm', 'curious', 'loyal'],
  intent: 'serious_relationship',
  ideal_first_date: ['coffee_chat'],
  meeting_preference: { values: ['campus_coffee'] },
  red_flags_self: ['none_right_now'],
  ethnicity: { values: ['inuit'] },
  religion: 'buddhist',
};

describe('reasons in words', () => {
  it('two people with much in common - have at most three - the heaviest terms first', () => {
    expect(reasonsFor(me, them)).toEqual([
      'Both: serious relationship',
      'As you hope: calm and curious',
      'You both enjoy climbing or bouldering',
    ]);
  });

  it('two values - are both named if they fit in a line of that language', () => {
    const [both, long] = ['hobbies_interests:cycling,reading', 'hobbies_interests:concerts,reading'];
    expect([reasonText(both), reasonText(both, FRENCH)]).toEqual([
      'You both enjoy cycling and reading',
      'En commun\u00a0: vélo et lecture',
    ]);
    expect([reasonText(long), reasonText(long, FRENCH)]).toEqual([
      'You both enjoy live music and reading',
      'En commun\u00a0: musique en direct',
    ]);
  });

  it('a first date that both chose - is no reason: it is suggested as an activity', () => {
    const film = { ideal_first_date: ['movie'] };
    expect(reasonsFor(film, film)).toEqual([]);
    expect(suggestedActivities(film, film)).toHaveLength(1);
  });

  it('a sentence - never mentions red flags, ethnicity, religion, habits or attachment', () => {
    const private_ = {
      ...me,
      religion: 'buddhist',
      ethnicity: { values: ['inuit'] },
      red_flags_self: ['runs_late'],
      attachment_self: 'anxious',
    };
    const onlyPrivate = Object.fromEntries(
      Object.entries(private_).filter(([id]) => /religion|ethnicity|flags|attachment/.test(id)),
    );
    expect(reasonsFor(onlyPrivate, onlyPrivate)).toEqual([]);
  });

  it('nothing in common - gives no reason', () => {
    expect(reasonsFor(me, {})).toEqual([]);
  });
});

describe('shared activities', () => {
  const only = { meeting_preference: { values: ['campus_coffee', 'campus_walk', 'video_first'] } };

  it('by the places question alone - counts too, with that question’s words and kind of place', () => {
    expect(suggestedActivities(only, only)).toEqual([
      { activity: 'Coffee on campus', location: null, kinds: ['campus_coffee'] },
      { activity: 'A walk around campus', location: null, kinds: ['campus_walk'] },
      { activity: 'A short video call first', location: null, kinds: [] },
    ]);
  });

  it('with a place both chose - includes it', () =>
    expect(suggestedActivities(me, them)).toEqual([
      {
        activity: 'Coffee and a conversation',
        location: 'Coffee on campus',
        kinds: ['campus_coffee', 'off_campus_cafe'],
      },
    ]));

  it('more than three - are the one with a place both chose for it, then the first two', () => {
    const all = {
      ideal_first_date: ['museum_visit', 'movie', 'live_music', 'board_game_night'],
      meeting_preference: { values: ['gallery_museum'] },
    };
    expect(activitiesWith(all)(all)).toEqual([
      'ideal_first_date:museum_visit:gallery_museum',
      'ideal_first_date:board_game_night',
      'ideal_first_date:live_music',
    ]);
  });

  it('in another language - are translated where the catalogue has them', () => {
    expect([catalogued('A film', FRENCH), catalogued('Un film', ENGLISH)]).toEqual(['Un film', 'A film']);
    expect(catalogued('Coffee on campus', FRENCH)).toBe('Un café sur le campus');
    expect(inLanguage('A film', FRENCH)).toBe('Un film');
    expect([catalogued('The bench', FRENCH), inLanguage('The bench', FRENCH)]).toEqual([null, 'The bench']);
  });

  it('by different questions - uses the viewer’s more concrete one', () => {
    const other = { ideal_first_date: ['coffee_chat'] };
    expect(suggestedActivities(only, other).map((each) => each?.activity)).toEqual(['Coffee on campus']);
    expect(suggestedActivities(other, only).map((each) => each?.activity)).toEqual([
      'Coffee and a conversation',
    ]);
  });
});

describe('reasons with missing answers', () => {
  const alike = { ideal_social_preferences: ['small_groups'], social_preferences_self: ['small_groups'] };
  it('a wish fulfilled on one side - gives one sentence', () =>
    expect(reasonsFor(alike, { social_preferences_self: ['small_groups'] })).toEqual([
      'As you hope: small groups of friends',
    ]));

  it('two of three wishes - are enough for a sentence', () =>
    expect(
      reasonsFor(
        { ideal_personality_traits: ['calm', 'curious', 'funny'] },
        { personality_type: ['calm', 'curious', 'loyal'] },
      ),
    ).toEqual(['As you hope: calm and curious']));

  it('two answers about one topic - give one sentence', () => {
    const steady = { intent: 'casual_dating', ideal_relationship_timeline: 'date_by_date' };
    expect(reasonsFor(steady, steady)).toEqual(['Both: casual dating']);
  });

  it('the end of a scale - gives a sentence if both are at it; a code of another questionnaire gives none', () => {
    const direct = { communication_style_self: { directness: 7 } };
    expect(reasonsFor(direct, direct)).toEqual(['You both say things straight']);
    // the middle of the first scale is no end of it
    const deep = { communication_style_self: { directness: 4, conversation_depth: 7 } };
    expect(reasonsFor(deep, deep)).toEqual(['You both like deep conversations']);
    const slow = { communication_style_self: { directness: 1 } };
    expect(reasonsFor(slow, slow)).toEqual(['You both let things settle first']);
    expect([reasonText('long_gone:x'), activityText('long_gone:x')]).toEqual([null, null]);
    expect(reasonsFor(direct, { communication_style_self: { conversation_depth: 1 } })).toEqual([]);
  });
});

describe('why so few', () => {
  it('two settings with the same cost - give the first, with its name; a removed option - has its value instead', () => {
    const tied = new Map([
      ['lifestyle_dealbreakers:smokes_any', 20],
      ['age_preference', 20],
    ]);
    expect(whyFew(0, tied)?.setting).toBe('age_preference');
    expect(whyFew(0, new Map([['lifestyle_dealbreakers:long_gone', 20]]))?.text).toContain('"long_gone"');
  });

  it.each<[FewCode['ages'], [number, number], boolean]>([
    [[18, 255], [18, 30], false],
    [[18, 25], [18, 30], true],
    [[19, 25], [18, 24], true],
    [undefined, [18, 30], false],
  ])('ages %j of a list, and %j wanted since - are widened: %p', (ages, wanted, isWider) => {
    const few = { setting: 'age_preference', option: null, gain: 10, ...(ages && { ages }) };
    expect(hasWidened(few, { age_preference: wanted })).toBe(isWider);
  });

  it('a setting that costs 37 people - is named - with the gain rounded down to tens', () => {
    expect(
      whyFew(
        2,
        new Map([
          ['age_preference', 12],
          ['lifestyle_dealbreakers:drinks_any', 37],
        ]),
      ),
    ).toEqual({
      setting: 'lifestyle_dealbreakers',
      text: 'Few people fit everything you asked for. Relaxing your firm no "Drinks any alcohol" would add about 30 people.',
    });
  });

  it('a gain under ten - is hidden, of ten it is not', () => {
    expect(whyFew(2, new Map([['age_preference', 9]]))).toBeNull();
    expect(whyFew(2, new Map([['age_preference', 10]]))?.text).toContain('about 10 people');
  });

  it('enough people - gives no explanation', () => {
    expect(whyFew(10, new Map([['age_preference', 500]]))).toBeNull();
  });
});
