// Longer than 300 lines: one list of the faults that the tests must detect.
/** One way to break the product. */
export interface Fault {
  readonly name: string;
  /** The file to change; the workspace of a screen is built again. */
  readonly file: string;
  /** A text that occurs there exactly once. */
  readonly from: string;
  readonly to: string;
  /** Workspaces to build, if the file is compiled into others. */
  readonly workspaces?: readonly string[];
}

export interface Mutation extends Fault {
  /** Prefixes of the statements whose tests must fail. */
  readonly within: readonly string[];
}

/** Those of a range ('21-30'), of a number, or with these words in their names. Throws if there are none. */
export function chosen<One extends Fault>(faults: readonly One[], only: string): readonly One[] {
  const [, from, to] = /^(\d+)-(\d+)$/.exec(only) ?? [];
  const found = faults.filter(({ name }, i) => {
    if (from) return i + 1 >= Number(from) && i + 1 <= Number(to);
    return /^\d+$/.test(only) ? name.startsWith(`${only}:`) : name.includes(only);
  });
  if (found.length === 0) throw new Error(`no fault is called ${only}`);
  return found;
}

/** Ordered by workspace, so that few builds are needed. */
export const MUTATIONS: readonly Mutation[] = [
  // the API
  {
    name: 'every address may sign up',
    file: 'packages/contracts/src/university-email.ts',
    from: 'if (!isOurs(host, rule) || (rule.plusTags',
    to: 'if ((rule.plusTags',
    workspaces: [],
    within: ['S1.1', 'S1.2'],
  },
  {
    name: 'the sender may answer, too',
    file: 'services/src/resources/offers/answers.ts',
    from: "if (side === round.by) throw new ApiError('forbidden');",
    to: '',
    within: ['S6.3'],
  },
  {
    name: 'the sender may report, too',
    file: 'services/src/resources/offers/reportable.ts',
    from: '!facts.hasBegun || facts.isSender || !partnerId',
    to: '!facts.hasBegun || !partnerId',
    within: ['S1.4', 'S6.3'],
  },
  {
    name: 'dates of a day ago can be added to a calendar',
    file: 'services/src/resources/offers/offers.policy.ts',
    from: "addToCalendar: isLast && round.status === 'accepted',",
    to: "addToCalendar: isLast && round.status !== 'pending',",
    within: ['S4.6'],
  },
  {
    name: 'an offer keeps no message',
    file: 'services/src/resources/offers/create-offer.ts',
    from: 'message: message || null,',
    to: 'message: null,',
    within: ['S1.4', 'S3.12'],
  },
  {
    name: 'an answer does not touch updatedAt',
    file: 'services/src/resources/offers/thread.ts',
    from: '  ...change,\n  updatedAt: now,\n',
    to: '  ...change,\n',
    within: ['S4.6'],
  },
  {
    name: 'a date lasts three hours in the calendar',
    file: 'packages/contracts/src/limits.ts',
    from: 'dateHours = 2;',
    to: 'dateHours = 3;',
    workspaces: [],
    within: ['S9.8'],
  },
  {
    name: 'a code has five digits',
    file: 'services/src/resources/sign-in/codes.ts',
    from: "String(randomInt(10 ** LIMITS.codeLength)).padStart(LIMITS.codeLength, '0')",
    to: 'String(randomInt(10 ** 4) + 10_000)',
    within: ['S9.1'],
  },
  {
    name: 'the API takes ages from 17',
    file: 'packages/contracts/src/questions/core-preferences.ts',
    from: 'min: 18,\n    max: 30,',
    to: 'min: 17,\n    max: 30,',
    workspaces: [],
    within: ['S9.2'],
  },
  {
    name: 'making a profile answers 200',
    file: 'packages/contracts/src/routes/profile.ts',
    from: 'status: 201,',
    to: 'status: 200,',
    workspaces: [],
    within: ['S7.2.1', 'S7.2.2'],
  },
  {
    name: 'a photo is worth 20 percent',
    file: 'packages/contracts/src/questions/completeness.ts',
    from: 'const PHOTOS = 25;',
    to: 'const PHOTOS = 20;',
    workspaces: [],
    within: ['S9.7'],
  },
  {
    name: 'deleting an account answers and deletes nothing',
    file: 'services/src/resources/account.ts',
    from: 'for (const { eraseUser } of others) await eraseUser?.(userId, deps, email);',
    to: 'void [others, userId, deps, email];',
    within: ['S7.2.14'],
  },
  // sign-in
  {
    name: 'no hint about the address',
    file: 'mfe-auth/src/sign-in/EmailStep.tsx',
    from: 'hint={t(WORDING.mustBeUniversityEmail, { host: config.universityEmailHost })}',
    to: '',
    within: ['S2.2'],
  },
  {
    name: 'the code field keeps its code with another email',
    file: 'mfe-auth/src/sign-in/use-sign-in.ts',
    from: "    setStep('email');\n    setCode('');\n    setError(null);",
    to: "    setStep('email');",
    within: ['S4.1'],
  },
  {
    name: 'an address elsewhere is asked about at the server',
    file: 'mfe-auth/src/sign-in/use-sign-in.ts',
    from: 'const allowed = universityEmail(',
    to: 'const allowed = email.trim() || universityEmail(',
    within: ['S5.1', 'S8.1'],
  },
  {
    name: 'the placeholder has five zeros',
    file: 'mfe-auth/src/sign-in/CodeStep.tsx',
    from: "'0'.repeat(LIMITS.codeLength)",
    to: "'0'.repeat(LIMITS.codeLength - 1)",
    within: ['S5.2'],
  },
  // the questionnaire
  {
    name: 'Next is blocked without an answer',
    file: 'mfe-onboarding/src/onboarding/Questionnaire.tsx',
    from: '  const handleNext = () => {\n',
    to: '  const handleNext = () => {\n    if (draft.answers[question.id] === undefined) return;\n',
    within: ['S4.3'],
  },
  {
    name: 'Complete leads to the photos',
    file: 'mfe-onboarding/src/onboarding/Questionnaire.tsx',
    from: "navigation.goTo('availability');",
    to: "navigation.goTo('photos');",
    within: ['S2.1.6', 'S4.3.2'],
  },
  {
    name: 'the label counts from zero',
    file: 'mfe-onboarding/src/onboarding/QuestionHeader.tsx',
    from: "{t('Question {number} of {count}', { number, count })}",
    to: "{t('Question {number} of {count}', { number: number - 1, count })}",
    within: ['S2.3'],
  },
  {
    name: 'two pronouns have changed places',
    file: 'packages/contracts/src/questions/eligibility-identity.ts',
    from: "option('he_him', 'he/him', 'il'),\n      option('she_her', 'she/her', 'elle'),",
    to: "option('she_her', 'she/her', 'elle'),\n      option('he_him', 'he/him', 'il'),",
    workspaces: ['mfe-onboarding'],
    within: ['S3.3'],
  },
  {
    name: 'four chips unless a question says otherwise',
    file: 'packages/contracts/src/limits.ts',
    from: 'defaultMaxSelections = 3;',
    to: 'defaultMaxSelections = 4;',
    workspaces: ['mfe-onboarding'],
    within: ['S5.4'],
  },
  {
    name: 'the picker compares with 17 years',
    file: 'packages/contracts/src/questions/age.ts',
    from: 'Number(birthDate.slice(0, 4)) < LIMITS.minimumAge',
    to: 'Number(birthDate.slice(0, 4)) < LIMITS.minimumAge - 1',
    workspaces: ['mfe-onboarding'],
    within: ['S5.3'],
  },
  {
    name: 'preference keys without the age range',
    file: 'packages/contracts/src/questions/preference-keys.ts',
    from: "ages.join('-')",
    to: 'null',
    workspaces: ['mfe-onboarding'],
    within: ['S3.9'],
  },
  {
    name: 'preference keys are logged for students, too',
    file: 'mfe-onboarding/src/onboarding/log-preference-keys.ts',
    from: "if (process.env['NODE_ENV'] !== 'development') return;",
    to: '',
    within: ['S3.9'],
  },
  {
    name: 'religion is required',
    file: 'packages/contracts/src/questions/core-preferences.ts',
    from: "required: false,\n    id: 'religion',",
    to: "required: true,\n    id: 'religion',",
    workspaces: ['mfe-onboarding'],
    within: ['S3.4'],
  },
  // the week
  {
    name: 'the week begins on Monday',
    file: 'mfe-availability/src/grid/WeekGrid.tsx',
    from: '{words.shortDays[day]}',
    to: '{words.shortDays[(day + 1) % 7]}',
    within: ['S2.4'],
  },
  {
    name: 'a week can be saved empty',
    file: 'mfe-availability/src/AvailabilityScreen.tsx',
    from: 'disabled={count === 0}',
    to: 'disabled={false}',
    within: ['S5.11', 'S2.4.7'],
  },
  {
    name: 'a week is not kept on the device',
    file: 'mfe-availability/src/use-week.ts',
    from: 'storeOnDevice(DEVICE_KEY, weekOf(store.read(), timezone, new Date()));',
    to: '',
    within: ['S3.14', 'S4.4'],
  },
  // photos and profile
  {
    name: 'seven photos',
    file: 'packages/contracts/src/limits.ts',
    from: 'photosMax = 6;',
    to: 'photosMax = 7;',
    workspaces: ['mfe-photos'],
    within: ['S5.9', 'S9.5'],
  },
  {
    name: 'a crop of 4:5',
    file: 'packages/contracts/src/limits.ts',
    from: 'photoAspect = 3 / 4;',
    to: 'photoAspect = 4 / 5;',
    workspaces: ['mfe-photos'],
    within: ['S5.10', 'S9.5'],
  },
  {
    name: 'no word about a crop that fails',
    file: 'mfe-photos/src/crop/CropDialog.tsx',
    from: "              notify(t(WORDING.imageFailed), 'failure');\n              onCancel();",
    to: '              onCancel();',
    within: ['S8.3'],
  },
  {
    name: 'hours on the profile are ranges times one',
    file: 'mfe-photos/src/profile/hours-per-week.ts',
    from: '* 2;',
    to: '* 1;',
    within: ['S9.7', 'S2.6'],
  },
  {
    name: 'Basic Info leads to the week',
    file: 'mfe-photos/src/profile/checklist-items.ts',
    from: "screen: 'onboarding',\n      complete:",
    to: "screen: 'availability',\n      complete:",
    within: ['S2.6'],
  },
  // offers
  {
    name: 'accepted offers are blue',
    file: 'mfe-offers/src/offers/words.ts',
    from: "accepted: { text: message('Accepted'), tone: 'green' },",
    to: "accepted: { text: message('Accepted'), tone: 'blue' },",
    within: ['S4.6.1'],
  },
  {
    name: 'the status changes before the server has answered',
    file: 'mfe-offers/src/offers/use-answers.ts',
    from: '    const { data, error } = await call;',
    to: "    change(offer.id, (old) => ({ ...old, status: 'accepted' }));\n    const { data, error } = await call;",
    within: ['S4.6.2'],
  },
  {
    name: 'a blank report is sent',
    file: 'mfe-offers/src/shared/ReportForm.tsx',
    from: 'if (!details && !isOptional)',
    to: 'if (!description && !isOptional)',
    within: ['S5.12', 'S8.3.4'],
  },
  {
    name: 'dates are short',
    file: 'packages/texts/src/dates.ts',
    from: "{ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }",
    to: "{ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' }",
    workspaces: ['mfe-offers'],
    within: ['S9.9', 'S2.7.7'],
  },
  // the shell and its shared packages
  {
    name: 'calls are tried three times',
    file: 'packages/remote-kit/src/data/base-query.ts',
    from: 'Number(status === 0',
    to: '2 * Number(status === 0',
    workspaces: ['shell'],
    within: ['S9.6'],
  },
  {
    name: 'signed-out students stay at the address of the offers',
    file: 'shell/src/AppScreens.tsx',
    from: "(screen === 'offers' ? toSignIn : signIn)",
    to: "(screen === 'signIn' && pathname === '/offers' ? toSignIn : signIn)",
    within: ['S2.1'],
  },
  {
    name: 'a code request does not say that the domain is verified',
    file: 'shell/src/session/auth-actions.ts',
    from: 'data: { domain_verified: true }',
    to: 'data: { domain_verified: false }',
    within: ['S7.1'],
  },
  {
    name: 'a complete student stays at question 1',
    file: 'shell/src/routing/screen-to-go-on.ts',
    from: "return waits ? 'offers' : 'matches';",
    to: 'return null;',
    within: ['S2.2'],
  },
  {
    name: 'everybody is led to the matches',
    file: 'shell/src/routing/screen-to-go-on.ts',
    from: 'if (!profile.data?.onboardingCompletedAt) return null;',
    to: '',
    within: ['S2.1'],
  },
];
