// Mutants that survived the code review of 2026-11-21, each with the tests that must fail on it (`npx flint check breaks`). Edits are as in
// security/breaks.mjs: a file, a text that occurs in it once, and its replacement. The code of four of the twelve no longer exists: `giveBack`
// and the lock order were replaced by a transaction, and the mutants of the date books stand for them; two of the late week and the late
// profile were replaced by the outbox and its tests.
const BOOKS = 'services/src/resources/offers/date-book.ts';
const RACES = 'services/src/resources/offers/races.test.ts';

export const REVIEW_MUTANTS = [
  {
    name: 'a date is agreed although the time of one is taken (was: no giveBack)',
    tests: RACES,
    edits: [
      [
        'services/src/resources/offers/answers.ts',
        'if (isTakenFor(books, found, found.side, found.round))',
        'if (!books)',
      ],
    ],
  },
  {
    name: 'an abandoned idempotency key is taken over without comparing createdAt',
    tests: 'services/src/http/idempotency.test.ts',
    edits: [
      ['services/src/http/idempotency.ts', '{ _id, status: null, createdAt }', '{ _id, status: null }'],
    ],
  },
  {
    name: 'a canceled date keeps its time',
    tests: RACES,
    edits: [[BOOKS, '!ids.has(offerId) && ', '']],
  },
  {
    name: 'two transactions about one student do not conflict (was: lock order)',
    tests: RACES,
    edits: [[BOOKS, '  if (writes.length > 0) await', '  if (writes.length > 1) await']],
  },
  {
    name: 'an unanswered attempt holds for 300 days',
    tests: 'services/src/resources/safety/pairs-apart.test.ts',
    edits: [['services/src/resources/safety/pairs-apart.ts', 'keptMs: 365 * DAY_MS', 'keptMs: 300 * DAY_MS']],
  },
  {
    name: "'Your date is tomorrow' is sent on the day",
    tests: 'services/src/resources/offers/notices.test.ts',
    edits: [
      [
        'services/src/resources/offers/reminders.ts',
        "if (what === 'tomorrow' && left < 12 * HOUR_MS) return [];",
        '',
      ],
    ],
  },
  {
    name: 'a call that failed with 500 is not repeated',
    tests: 'packages/remote-kit/src/data/transport.test.tsx',
    edits: [['packages/remote-kit/src/data/base-query.ts', 'status >= 500', 'status > 500']],
  },
  {
    name: 'the container of an earlier attempt stays',
    tests: 'shell/src/remotes/federation.test.tsx',
    edits: [['shell/src/remotes/federation.ts', '  page[globalName] = undefined;\n', '']],
  },
  {
    name: 'events of a process whose clock is behind are missed',
    tests: 'services/src/resources/offers/event-stream.test.ts',
    edits: [['services/src/resources/offers/event-stream.ts', 'OVERLAP_MS = 5_000', 'OVERLAP_MS = 0']],
  },
  {
    name: 'the previous list ends with the new round',
    tests: 'services/src/resources/matches/rounds.test.ts',
    edits: [['services/src/resources/matches/rounds.ts', 'OVERLAP_MS = 3_600_000', 'OVERLAP_MS = 0']],
  },
];
