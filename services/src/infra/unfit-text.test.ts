import { unfitIn } from './unfit-text';

describe('a text of an invitation', () => {
  it.each([
    'Coffee at the library café, second floor, 3:30?',
    'Meet at 1204 King St W, room 210',
    'I pass class assignments to Scunthorpe. Dr. Cockburn will be there.',
    'Email me? No. See you Fri 12.12. at 19.30',
    'Hell yes, this is going to be fucking great',
    'Ich freue mich auf Samstag, bis 20 Uhr',
    'Signal Hill hike',
    'Meet me at the point, by the dot on the map',
    'Snap-on store, then coffee at noon',
    'A live concert at Massey Hall, two tickets for one',
    'Instagram exhibition at the museum',
    'On joue à deux ou trois, à huit heures',
    '2026-11-21 18:00, room 12',
    '2026-11-21 at 18:00',
  ])('%s - is fit', (text) => expect(unfitIn(text)).toBeNull());

  it.each([
    ['see https://evil.example/x', 'a link'],
    ['www.evil.example', 'a link'],
    ['my page is annie.com/me', 'a link'],
    ['call 613 555 0199', 'a phone number'],
    ['+1 (613) 555-0199', 'a phone number'],
    ['6135550199', 'a phone number'],
    ['write to @ann.smith', 'a username'],
    ['insta: annsmith', 'a username'],
    ['my snap is annie_s', 'a username'],
    ['snap - annie', 'a username'],
    ['snap – annie', 'a username'],
    ['insta ann_smith', 'a username'],
    ['add me on snapchat', 'a username'],
    ['ｉｎｓｔａ： ａｎｎｓｍｉｔｈ', 'a username'],
    ['in\u200bsta: annsmith', 'a username'],
    ['іnstа: annsmith', 'a username'],
    ['name dot lee at gmail', 'an email address'],
    ['annie at gmail dot com', 'an email address'],
    ['annie(at)campus(dot)edu', 'an email address'],
    ['annie@campus.edu', 'an email address'],
    ['annie [at] example [dot] org', 'an email address'],
    ['annie dot com', 'a link'],
    ['аnnie.соm', 'a link'],
    ['annie．com', 'a link'],
    ['６１３ ５５５ ０１９９', 'a phone number'],
    ['six one three five five five oh one nine nine', 'a phone number'],
    ['613.555.0199', 'a phone number'],
    ['𝟞𝟙𝟛𝟝𝟝𝟝𝟘𝟙𝟡𝟡', 'a phone number'],
    ['you faggot', 'an insult'],
    ['you f4ggot', 'an insult'],
  ])('%s - holds %s', (text, found) => expect(unfitIn(text)).toBe(found));
});

describe('a name', () => {
  it.each(['Ann', 'María-José', 'O’Neill', 'Dickson', 'Assia', 'Nguyễn', '李明'])('%s - is fit', (name) =>
    expect(unfitIn(name, { isName: true })).toBeNull(),
  );
  it.each([
    'ｆｕｃｋ ｙｏｕ',
    'annie dot com',
    'snap - annie',
    'fuck you',
    'annie.com',
    'call 6135550199',
    '@annie',
  ])('%s - is not', (name) => expect(unfitIn(name, { isName: true })).not.toBeNull());
});
