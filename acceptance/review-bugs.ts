import type { Fault } from './mutations';

const album = 'mfe-photos/src/upload/use-album.ts';
const week = 'mfe-availability/src/use-week.ts';
const notes = 'mfe-offers/src/shared/TimeNotes.tsx';
const invite = 'mfe-offers/src/matches/InviteDialog.tsx';
const pictures = 'mfe-photos/src/upload/pick-files.ts';

interface ReviewBug extends Fault {
  /** The file of its test; without one, its number begins the title of a test in shell/tests/review. */
  readonly caughtBy?: string;
}

/** Each bug of the student's review (decision 026), and what catches it. */
export const REVIEW_BUGS: readonly ReviewBug[] = [
  {
    name: '2: sign-in leads home whatever was asked for',
    caughtBy: 'shell/src/routing/landing.test.ts',
    file: 'shell/src/routing/landing.ts',
    from: "return knownAddress((state as SignInState | null)?.asked) ?? '/';",
    to: "return '/';",
  },
  {
    name: '3: a painted week is no draft',
    caughtBy: 'mfe-availability/src/AvailabilityScreen.test.tsx',
    file: week,
    from: 'void outbox.edit(...WEEK, week, { asDraft: true, seen });',
    to: '',
  },
  {
    name: '3: an unsaved week is called saved',
    caughtBy: 'packages/remote-kit/src/outbox/report-unsaved.test.ts',
    file: 'packages/remote-kit/src/outbox/report-unsaved.ts',
    from: 'isUnsaved ? text : null',
    to: 'null',
    workspaces: ['shell'],
  },
  {
    name: '3: cropped photos are no draft',
    caughtBy: 'mfe-photos/src/PhotosScreen.test.tsx',
    file: album,
    from: 'keep.current(JSON.parse(kept) as AlbumDraft);',
    to: '',
  },
  {
    name: '4: times are counted from the current minute',
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
    from: "notices.notify(text, 'info', { action: { label: t('Show'), run } });",
    to: 'void [notices, text, run];',
  },
  {
    name: '6: what waits is not counted',
    caughtBy: 'shell/src/live/live.test.tsx',
    file: 'shell/src/live/News.tsx',
    from: 'setWaiting(waitingOf(offers));',
    to: '',
  },
  {
    name: '6: a date called off is not news',
    caughtBy: 'shell/src/live/live.test.tsx',
    file: 'shell/src/live/news-of.ts',
    from: "now === 'off' && before === 'accepted' && byOther",
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
    file: week,
    from: 'const timezone = shown?.timezone ?? chosenZone ?? browserTimezone();',
    to: 'const timezone = browserTimezone();',
  },
  {
    name: '9: every other name of a zone is asked about',
    file: 'mfe-availability/src/zone.ts',
    from: 'kept !== pair && !isSameClock(timezone, here)',
    to: 'kept !== pair && timezone !== here',
  },
  {
    name: '10: hours a week are not explained',
    caughtBy: 'mfe-photos/src/profile/ProfileScreen.test.tsx',
    file: 'mfe-photos/src/profile/ProfileSummary.tsx',
    from: "${t('Stretches of free hours, times two')} · ",
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
    caughtBy: 'mfe-onboarding/src/onboarding/Onboarding.test.tsx',
    file: 'mfe-onboarding/src/onboarding/Questionnaire.tsx',
    from: '{isLast && open.length > 0 && (',
    to: '{isLast && open.length > 99 && (',
  },
  {
    name: '12: the bar counts pages',
    caughtBy: 'mfe-onboarding/src/onboarding/Onboarding.test.tsx',
    file: 'mfe-onboarding/src/onboarding/QuestionHeader.tsx',
    from: 'value={answered}',
    to: 'value={number}',
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
    from: '{open.length > 0 && (',
    to: '{open.length > 9 && (',
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
    file: 'shell/src/styles/frame.css',
    from: '--f-bottom-bar: calc(var(--f-tabs) + 1.75rem);',
    to: '',
  },
  {
    name: '16: Clear cannot be undone',
    caughtBy: 'mfe-availability/src/AvailabilityScreen.test.tsx',
    file: 'mfe-availability/src/shortcuts/Shortcuts.tsx',
    from: 'undo: () => store.replace(before)',
    to: 'undo: () => void before',
  },
  {
    name: '16: Remove cannot be undone',
    file: album,
    from: 'undo: () => putBack(item, at),',
    to: 'undo: () => void [putBack, at],',
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
    file: album,
    from: 'if (latest.current.length === 0) void saveEmpty();',
    to: 'void [latest, saveEmpty];',
  },
  {
    name: '18: a truncated JPEG is taken',
    file: pictures,
    from: 'if (!size || (await isCutOff(file))) return t(UNREADABLE);',
    to: 'if (!size) return null;',
  },
  {
    name: '18: a tiny picture is taken',
    file: pictures,
    from: 'Math.min(size.width, size.height) >= LIMITS.photoSidePixelsMin',
    to: 'Math.min(size.width, size.height) >= 1',
  },
  {
    name: '18: a file of any size is taken',
    caughtBy: 'mfe-photos/src/PhotosScreen.test.tsx',
    file: pictures,
    from: 'if (file.size > LIMITS.photoFileBytesMax) return t(WORDING.fileTooLarge);',
    to: '',
  },
  {
    name: '18: notices lie on each other',
    caughtBy: 'shell/src/platform/platform.test.tsx',
    file: 'shell/src/platform/notices.ts',
    from: '(notice.tone !== tone || notice.onSeen) && notice.text !== text',
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
    file: 'mfe-auth/src/sign-in/use-sign-in.ts',
    from: "if (!history.state?.flintCode) history.pushState({ ...history.state, flintCode: true }, '');",
    to: '',
  },
  {
    name: '20: Escape throws a typed offer away',
    file: invite,
    from: 'onClose={onClose}',
    to: 'onClose={() => void [dropDraft(), onClose()]}',
  },
  {
    name: '21: a session that is over is never noticed',
    caughtBy: 'shell/src/session/session-store.test.tsx',
    file: 'shell/src/session/session-store.ts',
    from: 'const { error } = await port.getUser();',
    to: 'const error = null;',
  },
  {
    name: '22: the settings name the emergency number in English',
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
];
