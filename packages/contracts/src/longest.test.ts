import * as z from 'zod/mini';
import { answerIssues } from './questions/answer-schema';
import type { Route } from './route';
import { ROUTES } from './routes/index';

type Node = { [key: string]: unknown };

/** The most characters of each text, and the most items of each list, under their paths. */
function longestOf(node: Node, at: string): [path: string, most: number][] {
  const own = (node.maxLength ?? node.maxItems) as number | undefined;
  const inside = Object.entries((node.properties ?? {}) as Record<string, Node>);
  return [
    ...(own === undefined ? [] : [[at, own] as [string, number]]),
    ...inside.flatMap(([name, value]) => longestOf(value, `${at} ${name}`)),
    ...(node.items ? longestOf(node.items as Node, `${at} []`) : []),
    ...((node.anyOf as Node[] | undefined) ?? []).flatMap((each) => longestOf(each, at)),
  ];
}

describe('the most that a student may send', () => {
  it('in each body of the API - is this', () => {
    const all = Object.entries<Route>(ROUTES).flatMap(([name, { body }]) =>
      body ? longestOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Node, name) : [],
    );
    expect(Object.fromEntries(all)).toEqual({
      'addAlertBrowser endpoint': 2048,
      'addAlertBrowser keys auth': 30,
      'addAlertBrowser keys p256dh': 100,
      'alertShown receipt': 100,
      'appealNotice text': 2000,
      'chooseAlerts kinds': 5,
      'chooseShown shown': 11,
      'createOffer activity': 80,
      'createOffer location': 120,
      'createOffer message': 500,
      'hideContacts emails': 200,
      'hideContacts emails []': 254,
      'removeAlertBrowser endpoint': 2048,
      'reportBrowser failures': 10,
      'reportBrowser failures [] frames': 5,
      'reportBrowser loads': 20,
      'reportBrowser vitals': 10,
      'reportOffer description': 2000,
      'reportPerson description': 2000,
      'requestPhotoUpload fileName': 255,
      'requestPhotoUpload fileType': 100,
      'respondToOffer message': 500,
      'respondToOffer rescheduleData activity': 80,
      'respondToOffer rescheduleData location': 120,
      'saveAvailability madeFrom timezone': 64,
      'saveAvailability madeFrom utcSlots': 400,
      'saveAvailability timezone': 64,
      'saveAvailability utcSlots': 400,
      'saveDateLine line': 80,
      'savePhotos madeFrom': 6,
      'savePhotos madeFrom []': 2048,
      'savePhotos photos': 6,
      'savePhotos photos [] url': 2048,
      'showContacts emails': 200,
      'showContacts emails []': 254,
    });
  });

  it.each([
    ['bundle_intro', (text: string) => ({ display_name: text }), 40],
    ['pronouns', (text: string) => ({ value: 'other', other: text }), 60],
  ])('in an answer to %s - is refused beyond its last character', (id, answer, most) => {
    expect(answerIssues(id, answer('a'.repeat(most)))).toEqual([]);
    expect(answerIssues(id, answer('a'.repeat(most + 1)))).toHaveLength(1);
  });
});
