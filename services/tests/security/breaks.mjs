// Earlier faults, restored one at a time while tests run (`npx flint check breaks`); the two worlds test must detect each. `finding` is the number in
// the security review of 2026-11-21, or the row of attacks.json; `act` is what the two worlds differ in. An edit is a file, a text that occurs in
// it once, and its replacement.
const OWN_LIST = 'services/src/resources/matches/own-list.ts';
const MAKE_LIST = 'services/src/resources/matches/make-own-list.ts';
const LOSSES = 'services/src/resources/matches/losses.ts';
const CREATE_OFFER = 'services/src/resources/offers/create-offer.ts';

const byLiveAnswers = [
  OWN_LIST,
  '  return found?.entry ?? null;',
  `  const { frameOf, makeListFor, Snapshot } = await import('../../matching/round/index');
  const { readJoiner } = await import('./students');
  const two = await Promise.all([readJoiner(deps, { userId, mark: 'a' }), readJoiner(deps, { userId: otherId, mark: 'b' })]);
  const frame = frameOf(deps.clock.now(), deps.env.UNIVERSITY_TIMEZONE);
  const live = await Snapshot.pack(frame, two.filter((each) => each !== null));
  const { shown } = makeListFor(live, 'a', { apart: new Set() });
  return shown.find(({ id }) => id === 'b') ?? null;`,
];

const rankedAtALook = (row) => [
  MAKE_LIST,
  '  if (!found) return makeList(deps, round, owner);',
  `  const { userId, mark } = owner;
  const live = await readJoiner(deps, { userId, mark });
  if (!found || !live) return found;
  const first = ((globalThis.firstRows ??= {})[mark] ??= live);
  const fixed = await rowsOf(deps, round);
  const rows = (await Snapshot.pack(fixed.frame, [${row}])).with(fixed);
  return { ...found, list: makeListFor(rows, mark, { apart: await apartFrom(deps, userId, mark) }) };`,
];

export const BREAKS = [
  {
    finding: 'V1',
    name: 'a block takes the card off the other’s list at once',
    act: 'blocks',
    edits: [
      [
        'services/src/resources/safety/pairs-apart.ts',
        '  block: { isCut: true, isBothWays: true, isSilent: true },',
        '  block: { isCut: true, isBothWays: true },',
      ],
    ],
  },
  {
    finding: 'V1',
    name: 'a block leaves an open offer as it is',
    act: 'blocks',
    edits: [
      [
        'services/src/resources/offers/end-offers.ts',
        'if (!thread || !by || !isOpen(thread)) {',
        'if (!thread || !by || isOpen(thread)) {',
      ],
    ],
  },
  {
    finding: 1,
    name: 'an invitation is decided by live answers, before the own double booking',
    edits: [
      byLiveAnswers,
      [
        CREATE_OFFER,
        "    // the sender's own state first, so that no refusal reveals anything about the other person\n",
        "    if (!entry) throw new ApiError('not_a_match');\n",
      ],
    ],
  },
  { finding: 1, name: 'an invitation is decided by live answers', edits: [byLiveAnswers] },
  { finding: 2, name: 'the list is ranked at a look, by live answers', edits: [rankedAtALook('live')] },
  {
    finding: 3,
    name: 'common times follow the live week',
    edits: [rankedAtALook('{ ...first, student: { ...first.student, week: live.student.week } }')],
  },
  {
    finding: 10,
    name: 'whose address is hidden leaves the own list at once',
    edits: [
      [
        'services/src/resources/safety/pairs-apart.ts',
        '  hidden_address: {},',
        '  hidden_address: { isBothWays: true },',
      ],
    ],
  },
  {
    finding: 16,
    name: "'again' counts at once",
    edits: [
      [
        'services/src/resources/offers/partners.ts',
        '(saidAgain.has(offerId) ? again : apart).push(pair);',
        'void pair;',
      ],
      [
        LOSSES,
        '  const lately = [...met].flatMap(([id, at]) => (at > since ? [id] : []));',
        `  const { againDates } = await import('../offers/meetings');
  const userId = lost.at(-1);
  const [{ lastDates }, both] = await Promise.all([offerPartners(deps, userId), againDates(deps, userId)]);
  const lately = [...lastDates].flatMap(([id, offerId]) => (both.has(offerId) ? [] : [id]));`,
      ],
    ],
  },
];
