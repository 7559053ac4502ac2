import { createProjector, hourWindow } from '@flint/contracts/week/hours';
import { buildAnswers } from '../../seed/answers';
import { createRandom } from '../../seed/random';
import { MatchIndex } from './packed/match-index';
import { reasonsFor } from './reasons';
import { suggestedActivities } from './activities';
import { whyFew } from './why-few';

const NOW = new Date('2026-11-21T12:00:00Z');

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
  it('two people with much in common - at most three - the heaviest terms first', () => {
    expect(reasonsFor(me, them)).toEqual([
      'You are both here for the same thing: serious relationship',
      'They call themselves calm and curious; you look for both',
      'You both enjoy climbing or bouldering and live music',
    ]);
  });

  it('a sentence - never tells of red flags, ethnicity, religion, habits or attachment', () => {
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

describe('reasons of answers that are not all there', () => {
  const alike = { ideal_social_preferences: ['small_groups'], social_preferences_self: ['small_groups'] };
  it('one wish, fulfilled by one - is one sentence', () =>
    expect(reasonsFor(alike, { social_preferences_self: ['small_groups'] })).toEqual([
      'They enjoy small groups of friends, as you hope',
    ]));

  it('half of the scales - on both sides - speak for themselves', () => {
    const direct = { communication_style_self: { directness: 7 } };
    expect(reasonsFor(direct, direct).length).toBeLessThanOrEqual(1);
    expect(reasonsFor(direct, { communication_style_self: { conversation_depth: 1 } })).toEqual([]);
  });
});

describe('suggested activities', () => {
  it('what both chose - comes with the place both chose', () => {
    expect(suggestedActivities(me, them)).toEqual([
      { activity: 'Coffee and a conversation', location: 'Coffee on campus' },
    ]);
  });
});

describe('why so few', () => {
  it('two settings that cost the same - name the first by its name; one that is gone - by its value', () => {
    const tied = new Map([
      ['lifestyle_dealbreakers:smokes_any', 20],
      ['age_preference', 20],
    ]);
    expect(whyFew(0, tied)?.setting).toBe('age_preference');
    expect(whyFew(0, new Map([['lifestyle_dealbreakers:long_gone', 20]]))?.text).toContain('"long_gone"');
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

  it('a gain under ten - is hidden', () => {
    expect(whyFew(2, new Map([['age_preference', 9]]))).toBeNull();
  });

  it('enough people - is not explained', () => {
    expect(whyFew(10, new Map([['age_preference', 500]]))).toBeNull();
  });
});

describe('the packed row of a student', () => {
  const random = createRandom(31);
  const people = Array.from({ length: 60 }, (_, i) => {
    const answers = buildAnswers(random, 'Sam', NOW);
    for (const key of Object.keys(answers)) if (random.chance(0.15)) delete answers[key];
    if (random.chance(0.3)) answers.ideal_first_date = ['surprise_me', 'movie'];
    return { id: `e${i}`, answers, week: null, weeksUnasked: 0, missedDates: 0 };
  });

  it('reasons and shared activities - from it instead of the answers - come out the same', () => {
    const index = new MatchIndex(createProjector(hourWindow(NOW, 'America/Toronto')));
    for (const each of people) index.put(each);
    let said = 0;
    for (const { answers: mine } of people)
      for (const { id, answers: theirs } of people) {
        const shown = index.shownAnswersOf(id);
        const told = [reasonsFor(mine, shown), suggestedActivities(mine, shown)];
        expect(told).toEqual([reasonsFor(mine, theirs), suggestedActivities(mine, theirs)]);
        said += told.flat().length;
      }
    expect(said).toBeGreaterThan(5000);
  });

  it('the choices of a card - are kept by value - own words and what is unanswered are not', () => {
    const [index, told] = [new MatchIndex(createProjector(hourWindow(NOW, 'America/Toronto'))), people[0]!];
    const { academic_info: _, ...rest } = told.answers;
    const answers = { ...rest, pronouns: 'they_them', major_program: { value: 'other', other: 'Puppetry' } };
    index.put({ ...told, answers });
    const shown = index.shownAnswersOf(told.id);
    expect([shown.pronouns, shown.academic_info, shown.major_program]).toEqual([
      'they_them',
      undefined,
      undefined,
    ]);
  });
});
