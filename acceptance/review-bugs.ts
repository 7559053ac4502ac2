// Longer than 300 lines: one list of the faults of reviews, each with what catches it.
import type { Fault } from './mutations';

const album = 'mfe-photos/src/upload/use-album.ts';
const week = 'mfe-availability/src/use-week.ts';
const notes = 'mfe-offers/src/shared/TimeNotes.tsx';
const invite = 'mfe-offers/src/matches/InviteDialog.tsx';
const pictures = 'mfe-photos/src/upload/pick-files.ts';
const apart = 'services/src/resources/safety/pairs-apart.ts';
const books = 'services/src/resources/offers/date-book.ts';

type Edit = Pick<Fault, 'file' | 'from' | 'to'>;

export interface ReviewBug extends Omit<Fault, 'workspaces'> {
  /** The file of its test; in a browser test, its number begins the title. */
  readonly caughtBy: string;
  /** A second edit. */
  readonly also?: Edit;
  /** Part of the title of its test, if the file has slow ones. */
  readonly title?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The message of its test, if that could fail for another reason. */
  readonly output?: RegExp;
}

/** Whether it is seen in a browser only, after a build. */
export const isInBrowser = ({ caughtBy }: ReviewBug): boolean => caughtBy.includes('.browser.');

const RACES = { caughtBy: 'services/src/resources/offers/races.test.ts', env: { FLINT_RACES: '20' } };

/** The two worlds, which differ in one act of another student. */
const worlds = (act: string) => ({
  caughtBy: 'services/tests/security/two-worlds.test.ts',
  title: 'sequences',
  env: { FLINT_WORLDS: '40', FLINT_SEED: '1', FLINT_WORLDS_QUICK: 'yes', FLINT_WORLDS_ACT: act },
  // not a step that failed in one world
  output: /^\[cause\]: Error: expect\(received\)\.toEqual/m,
});
const BLOCK = worlds('blocks');
const ANSWERS = worlds('is there while the observer tries other answers');

const byLiveAnswers: Edit = {
  file: 'services/src/resources/matches/own-list.ts',
  from: '  return found?.entry ?? null;',
  to: `  const { frameOf, makeListFor, Snapshot } = await import('../../matching/round/index');
  const { readJoiner } = await import('./students');
  const two = await Promise.all([readJoiner(deps, { userId, mark: 'a' }), readJoiner(deps, { userId: otherId, mark: 'b' })]);
  const frame = frameOf(deps.clock.now(), deps.env.UNIVERSITY_TIMEZONE);
  const live = await Snapshot.pack(frame, two.filter((each) => each !== null));
  const { shown } = makeListFor(live, 'a', { apart: new Set() });
  return shown.find(({ id }) => id === 'b') ?? null;`,
};

const rankedAtALook = (row: string): Edit => ({
  file: 'services/src/resources/matches/make-own-list.ts',
  from: '  if (!found) return makeList(deps, round, owner);',
  to: `  const { userId, mark } = owner;
  const live = await readJoiner(deps, { userId, mark });
  if (!found || !live) return found;
  const first = ((globalThis.firstRows ??= {})[mark] ??= live);
  const fixed = await rowsOf(deps, round);
  const rows = (await Snapshot.pack(fixed.frame, [${row}])).with(fixed);
  return { ...found, list: makeListFor(rows, mark, { apart: await apartFrom(deps, userId, mark) }) };`,
});

/**
 * What reviews found: the bugs of the student's review (decision 026) by number, mutants that survived the code review of 2026-11-21,
 * and leaks of the security review (docs/data.md).
 */
export const REVIEW_BUGS: readonly ReviewBug[] = [
  {
    name: '2: sign-in leads home whatever was asked for',
    caughtBy: 'shell/src/app.test.tsx',
    file: 'shell/src/routing/landing.ts',
    from: "return knownAddress((state as SignInState | null)?.asked) ?? '/';",
    to: "return '/';",
  },
  {
    name: '3: a painted week is no draft',
    caughtBy: 'mfe-availability/src/AvailabilityScreen.test.tsx',
    file: week,
    from: 'void outbox.edit(...WEEK, week, options);',
    to: '',
  },
  {
    name: '3: an unsaved week is called saved',
    caughtBy: 'packages/remote-kit/src/outbox/report-unsaved.test.ts',
    file: 'packages/remote-kit/src/outbox/report-unsaved.ts',
    from: 'isUnsaved ? text : null',
    to: 'null',
  },
  {
    name: '3: cropped photos are no draft',
    caughtBy: 'mfe-photos/src/PhotosScreen.test.tsx',
    file: album,
    from: 'isDraft(draft.value) ? draft.value : keptPictures(outbox).size > 0',
    to: 'keptPictures(outbox).size > 0',
  },
  {
    name: '4: times are counted from the current minute',
    caughtBy: 'mfe-offers/src/offers/dialogs.test.tsx',
    file: 'mfe-offers/src/shared/WhenField.tsx',
    from: 'min={toField(atQuarter(now))}',
    to: 'min={toField(new Date(now))}',
  },
  {
    name: '5: a person has one photo',
    caughtBy: 'mfe-offers/src/matches/person.test.tsx',
    file: 'mfe-offers/src/matches/PersonPage.tsx',
    from: 'urls={photoUrls}',
    to: 'urls={photoUrls.slice(0, 1)}',
  },
  {
    name: '6: no notice tells the news',
    caughtBy: 'shell/src/live/live.test.tsx',
    file: 'shell/src/live/News.tsx',
    from: "notices.notify(text, 'info', { action: { label: t('Show'), run }, isBeside: kind === 'off' });",
    to: 'void [notices, text, run];',
  },
  {
    name: '6: what waits is not counted',
    caughtBy: 'shell/src/live/live.test.tsx',
    file: 'shell/src/live/News.tsx',
    from: 'setWaiting(offers.filter((offer) => waitsAt(offer, now)).length);',
    to: '',
  },
  {
    name: '6: a date called off is not news',
    caughtBy: 'shell/src/live/live.test.tsx',
    file: 'shell/src/live/news-of.ts',
    from: "now === 'off' && offer.status === 'accepted' && byOther",
    to: 'false',
  },
  {
    name: '7: dates of offers that were sent stand elsewhere',
    caughtBy: 'mfe-offers/src/offers/OfferBoard.test.tsx',
    file: 'mfe-offers/src/offers/groups.ts',
    from: "[...received, ...sent].filter((offer) => groupOf(offer, now) === 'agreed')",
    to: "received.filter((offer) => groupOf(offer, now) === 'agreed')",
  },
  {
    name: '8: own open offers are not pointed out',
    caughtBy: 'mfe-offers/src/shared/time-notes.test.tsx',
    file: notes,
    from: "(status === 'accepted' || (status === 'pending' && fromUserId === id))",
    to: "status === 'accepted'",
  },
  {
    name: '8: nobody hears that the time is taken',
    caughtBy: 'services/src/resources/offers/offers.routes.test.ts',
    file: 'services/src/resources/offers/offers.serializer.ts',
    from: '...(isTimeTaken && { timeTaken: true as const }),',
    to: '',
  },
  {
    name: '9: the week is in the zone of the device',
    caughtBy: 'mfe-availability/src/AvailabilityScreen.test.tsx',
    file: week,
    from: 'const timezone = shown?.timezone ?? here;',
    to: 'const timezone = here;',
  },
  {
    name: '9: every other name of a zone is asked about',
    caughtBy: 'mfe-availability/src/AvailabilityScreen.test.tsx',
    file: 'mfe-availability/src/zone.ts',
    from: 'kept !== pair && !isSameClock(timezone, here)',
    to: 'kept !== pair && timezone !== here',
  },
  {
    name: '10: hours a week are not explained',
    caughtBy: 'mfe-photos/src/profile/ProfileScreen.test.tsx',
    file: 'mfe-photos/src/profile/ProfileHead.tsx',
    from: '{countOf(week)}',
    to: '',
  },
  {
    name: '11: an impossible date is forgotten',
    caughtBy: 'mfe-onboarding/src/onboarding/birth-date.test.tsx',
    file: 'mfe-onboarding/src/onboarding/fields/BirthDateField.tsx',
    from: 'if (isUnaccepted) return kept.put(date);',
    to: 'if (isUnaccepted) return;',
  },
  {
    name: '12: Complete says nothing of open questions',
    caughtBy: 'mfe-onboarding/src/onboarding/left-open.test.tsx',
    file: 'mfe-onboarding/src/onboarding/Questionnaire.tsx',
    from: '{isLast && open.length > 0 && (',
    to: '{isLast && open.length > 99 && (',
  },
  {
    name: '13: a band needs no reason',
    caughtBy: 'mfe-offers/src/matches/MatchesScreen.test.tsx',
    file: 'mfe-offers/src/matches/words.ts',
    from: "BANDS[reasons.length > 0 ? band : 'worth_a_coffee']",
    to: 'BANDS[reasons ? band : band]',
  },
  {
    name: '13: nothing names what is missing',
    caughtBy: 'mfe-photos/src/profile/ProfileScreen.test.tsx',
    file: 'mfe-photos/src/profile/CompletenessCard.tsx',
    from: '{missing.length > 0 ? (',
    to: '{missing.length > 9 ? (',
  },
  {
    name: '14: a complete student is told to complete the profile',
    caughtBy: 'mfe-offers/src/offers/OffersScreen.test.tsx',
    file: 'mfe-offers/src/offers/EmptyOffers.tsx',
    from: 'profile?.completeness === 100',
    to: 'profile?.completeness === 101',
  },
  {
    name: '15: buttons lie where the offline line is',
    caughtBy: 'shell/tests/review/bad-days.browser.test.ts',
    file: 'shell/src/styles/frame.css',
    from: '--f-bottom-bar: calc(var(--f-tabs) + 2.25rem);',
    to: '',
  },
  {
    name: '16: Clear cannot be undone',
    caughtBy: 'mfe-availability/src/shortcuts/shortcuts.test.tsx',
    file: 'mfe-availability/src/shortcuts/Shortcuts.tsx',
    from: "holdAct({ key: 'clear', text: t('The week is cleared'), undo });",
    to: '',
  },
  {
    name: '16: Remove cannot be undone',
    caughtBy: 'mfe-photos/src/PhotosScreen.test.tsx',
    file: album,
    from: "holdAct({ key: `photo:${id}`, text: t('Photo removed'), send });",
    to: 'void send();',
  },
  {
    name: '16: an answer is sent at once',
    caughtBy: 'mfe-offers/src/offers/OffersScreen.test.tsx',
    file: 'mfe-offers/src/offers/use-answers.ts',
    from: 'send: () => send(kind, more),',
    to: 'send: (void send(kind, more), undefined),',
  },
  {
    name: '16: Not for me waits for nothing',
    caughtBy: 'mfe-offers/src/matches/wide.test.tsx',
    file: 'mfe-offers/src/matches/use-hide.ts',
    from: 'key: hideKey(match),',
    to: "key: '',",
  },
  {
    name: '17: an empty week is not saved',
    caughtBy: 'mfe-availability/src/AvailabilityScreen.test.tsx',
    file: 'mfe-availability/src/AvailabilityScreen.tsx',
    from: 'if (isNotFree) await saveWeek();',
    to: '',
  },
  {
    name: '17: an empty album is not saved',
    caughtBy: 'mfe-photos/src/PhotosScreen.test.tsx',
    file: album,
    from: 'return rest.items.length > 0 || saveEmpty();',
    to: 'return [rest, saveEmpty].length > 0;',
  },
  {
    name: '18: a truncated JPEG is taken',
    caughtBy: 'mfe-photos/src/upload/pick-files.test.ts',
    file: pictures,
    from: 'if (!size || (await isCutOff(file))) return t(unreadable);',
    to: 'if (!size) return file;',
  },
  {
    name: '18: a tiny picture is taken',
    caughtBy: 'mfe-photos/src/upload/pick-files.test.ts',
    file: pictures,
    from: 'Math.min(size.width, size.height) < LIMITS.photoSidePixelsMin',
    to: 'Math.min(size.width, size.height) < 1',
  },
  {
    name: '18: a file of any size is taken',
    caughtBy: 'mfe-photos/src/upload/pick-files.test.ts',
    file: pictures,
    from: 'if (file.size > LIMITS.photoFileBytesMax) return t(WORDING.fileTooLarge);',
    to: '',
  },
  {
    name: '18: notices lie on each other',
    caughtBy: 'shell/src/platform/platform.test.tsx',
    file: 'shell/src/platform/notices.ts',
    from: '(notice.tone !== tone || notice.isBeside) && notice.text !== text',
    to: 'notice.text !== text',
  },
  {
    name: '19: an hour at night is no question',
    caughtBy: 'mfe-offers/src/shared/time-notes.test.tsx',
    file: notes,
    from: 'at.getHours() < MORNING',
    to: 'at.getHours() < MORNING - 24',
  },
  {
    name: '20: Back leaves the page under a sheet',
    caughtBy: 'shell/src/live/back-closes.test.ts',
    file: 'shell/src/live/back-closes.ts',
    from: "history.pushState({ ...history.state, [DIALOGS]: length }, '');",
    to: '',
  },
  {
    name: '20: Back leaves the site at the code',
    caughtBy: 'mfe-auth/src/sign-in/SignIn.test.tsx',
    file: 'mfe-auth/src/sign-in/use-sign-in.ts',
    from: "if (!history.state?.flintCode) history.pushState({ ...history.state, flintCode: true }, '');",
    to: '',
  },
  {
    name: '20: Escape throws a typed offer away',
    caughtBy: 'mfe-offers/src/matches/MatchesScreen.test.tsx',
    file: invite,
    from: 'onClose={onClose}',
    to: 'onClose={() => void [dropDraft(), onClose()]}',
  },
  {
    name: '21: a session that is over is never noticed',
    caughtBy: 'shell/src/session/session-store.test.tsx',
    file: 'shell/src/session/session-store.ts',
    from: 'const asked = await port.getUser();',
    to: 'const asked = { error: null } as Awaited<ReturnType<typeof port.getUser>>;',
  },
  {
    name: '22: the settings name the emergency number in English',
    caughtBy: 'mfe-photos/src/profile/SafetySettings.test.tsx',
    file: 'mfe-photos/src/texts/fr.ts',
    from: "'Emergency services': 'Services d’urgence',",
    to: "'Emergency services': 'Emergency services',",
  },
  {
    name: '22: the help page names it in English',
    caughtBy: 'scripts/serve/help-page.test.ts',
    file: 'scripts/serve/page.ts',
    from: "fr: 'Services d’urgence' } as const",
    to: "fr: 'Emergency services' } as const",
  },
  {
    ...RACES,
    name: 'a date is agreed although the time of one is taken',
    file: 'services/src/resources/offers/answers.ts',
    from: 'if (isTakenFor(books, found, found.side, found.round))',
    to: 'if (!books)',
  },
  {
    name: 'an abandoned idempotency key is taken over without comparing createdAt',
    caughtBy: 'services/src/http/idempotency.test.ts',
    file: 'services/src/http/idempotency.ts',
    from: '{ _id, status: null, createdAt }',
    to: '{ _id, status: null }',
  },
  { ...RACES, name: 'a canceled date keeps its time', file: books, from: '!ids.has(offerId) && ', to: '' },
  {
    ...RACES,
    name: 'two transactions about one student do not conflict',
    file: books,
    from: '  if (writes.length > 0) await',
    to: '  if (writes.length > 1) await',
  },
  {
    name: 'an unanswered attempt holds for 300 days',
    caughtBy: 'services/src/resources/safety/pairs-apart.test.ts',
    file: apart,
    from: 'keptMs: 365 * DAY_MS',
    to: 'keptMs: 300 * DAY_MS',
  },
  {
    name: "'Your date is tomorrow' is sent on the day",
    caughtBy: 'services/src/resources/offers/notices.test.ts',
    file: 'services/src/resources/offers/reminders.ts',
    from: "if (what === 'tomorrow' && left < 12 * HOUR_MS) return [];",
    to: '',
  },
  {
    name: 'a call that failed with 500 is not repeated',
    caughtBy: 'packages/remote-kit/src/data/transport.test.tsx',
    file: 'packages/remote-kit/src/data/base-query.ts',
    from: 'status >= 500',
    to: 'status > 500',
  },
  {
    name: 'the container of an earlier attempt stays',
    caughtBy: 'shell/src/remotes/federation.test.tsx',
    file: 'shell/src/remotes/federation.ts',
    from: '  page[globalName] = undefined;\n',
    to: '',
  },
  {
    name: 'events of a process whose clock is behind are missed',
    caughtBy: 'services/src/resources/offers/event-stream.test.ts',
    file: 'services/src/resources/offers/event-stream.ts',
    from: 'OVERLAP_MS = 5_000',
    to: 'OVERLAP_MS = 0',
  },
  {
    name: 'the previous list ends with the new round',
    caughtBy: 'services/src/resources/matches/rounds.test.ts',
    file: 'services/src/resources/matches/rounds.ts',
    from: 'OVERLAP_MS = 3_600_000',
    to: 'OVERLAP_MS = 0',
  },
  {
    ...BLOCK,
    name: 'a block takes the card off the other’s list at once',
    file: apart,
    from: '  block: { isCut: true, isBothWays: true, isSilent: true },',
    to: '  block: { isCut: true, isBothWays: true },',
  },
  {
    ...BLOCK,
    name: 'a block leaves an open offer as it is',
    file: 'services/src/resources/offers/end-offers.ts',
    from: 'if (!thread || !by || !isOpen(thread)) {',
    to: 'if (!thread || !by || isOpen(thread)) {',
  },
  {
    ...ANSWERS,
    name: 'an invitation is decided by live answers, before the own double booking',
    ...byLiveAnswers,
    also: {
      file: 'services/src/resources/offers/create-offer.ts',
      from: "    // the sender's own state first, so that no refusal reveals anything about the other person\n",
      to: "    if (!entry) throw new ApiError('not_a_match');\n",
    },
  },
  { ...ANSWERS, name: 'an invitation is decided by live answers', ...byLiveAnswers },
  { ...ANSWERS, name: 'the list is ranked at a look, by live answers', ...rankedAtALook('live') },
  {
    ...ANSWERS,
    name: 'common times follow the live week',
    ...rankedAtALook('{ ...first, student: { ...first.student, week: live.student.week } }'),
  },
  {
    ...ANSWERS,
    name: 'whose address is hidden leaves the own list at once',
    file: apart,
    from: '  hidden_address: {},',
    to: '  hidden_address: { isBothWays: true },',
  },
  {
    ...ANSWERS,
    name: "'again' counts at once",
    file: 'services/src/resources/offers/partners.ts',
    from: '(saidAgain.has(offerId) ? again : apart).push(pair);',
    to: 'void pair;',
    also: {
      file: 'services/src/resources/matches/losses.ts',
      from: '  const lately = [...met].flatMap(([id, at]) => (at > since ? [id] : []));',
      to: `  const { againDates } = await import('../offers/meetings');
  const userId = lost.at(-1);
  const [{ lastDates }, both] = await Promise.all([offerPartners(deps, userId), againDates(deps, userId)]);
  const lately = [...lastDates].flatMap(([id, offerId]) => (both.has(offerId) ? [] : [id]));`,
    },
  },
];
