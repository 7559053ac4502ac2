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
    ['you faggot', 'an insult'],
    ['you f4ggot', 'an insult'],
  ])('%s - holds %s', (text, found) => expect(unfitIn(text)).toBe(found));
});

describe('a name', () => {
  it.each(['Ann', 'María-José', 'O’Neill', 'Dickson', 'Assia', 'Nguyễn', '李明'])('%s - is fit', (name) =>
    expect(unfitIn(name, { isName: true })).toBeNull(),
  );
  it.each(['fuck you', 'annie.com', 'call 6135550199', '@annie'])('%s - is not', (name) =>
    expect(unfitIn(name, { isName: true })).not.toBeNull(),
  );
});
