import type { Measure, ReportReason } from '@flint/contracts';
import { message, type Catalogue } from '@flint/texts/catalogue';
import { escapeHtml } from '@flint/contracts/escape-html';
import { textsIn } from '../../texts/index';
import { loadProfile } from '../profile/index';
import type { Deps } from '../resource';
import { emailOf } from '../sign-in/index';
import type { Outcome } from './report.model';
import type { OpenReport } from './sealed-report';
import { postInUnit, type Unit } from './unit-of-work';

/** Report reasons in words. */
const REASONS: Readonly<Record<ReportReason, string>> = {
  no_show: message('not coming to a date'),
  inappropriate_behavior: message('inappropriate behavior'),
  safety_concern: message('a safety concern'),
  fake_profile: message('a fake profile'),
  harassment: message('harassment'),
  underage: message('being under 18'),
  impersonation: message('pretending to be someone else'),
  scam: message('a scam'),
  hate: message('hateful words'),
  photos: message('inappropriate photos'),
  other: message('something else'),
};

/** The outcome in words, for the reporter. */
export const OUTCOMES: Readonly<Record<Outcome, string>> = {
  upheld: message('We found that it happened, and acted on it.'),
  dismissed: message('We could not find enough to act on. You two stay hidden from each other.'),
  false: message('We found that it did not happen. You two stay hidden from each other.'),
};

interface Letter {
  readonly subject: string;
  readonly lines: readonly string[];
}

type Builder = (texts: Catalogue) => Letter;

/** Address and language of a student; null once the account is deleted, and for a hosted project's account without a profile. */
async function readerOf(deps: Deps, userId: string) {
  const profile = await loadProfile(deps, userId);
  // a new student whose date of birth is refused has none yet
  const address = profile?.email ?? (await emailOf(userId, deps));
  return address === null ? null : { address, texts: textsIn(profile?.language ?? 'en') };
}

/** Stores a safety mail, in the language of the student's page. It ignores notification settings and names nobody. */
async function sendLetter(deps: Deps, userId: string, letter: Builder, unit: Unit): Promise<void> {
  const reader = await readerOf(deps, userId);
  if (!reader) return;
  const { env } = deps;
  const { address, texts } = reader;
  const { subject, lines } = letter(texts);
  const link = new URL('/profile?page=settings&section=safety', env.PUBLIC_URL).href;
  const mail = {
    to: { address },
    about: [userId],
    subject: `${env.APP_NAME}: ${subject}`,
    text: `${[...lines, link].join('\n\n')}\n`,
    html: `<!doctype html><html lang="${texts.language}"><body style="font-family:system-ui,sans-serif;line-height:1.5;padding:24px">
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
<p><a href="${escapeHtml(link)}">${escapeHtml(texts.t('Safety in your settings'))}</a></p></body></html>`,
  };
  await postInUnit(deps, mail, unit);
}

/** Acknowledges a report to the reporter. */
export const sendReportReceipt = (
  deps: Deps,
  { reporterId, reportType }: OpenReport,
  unit: Unit,
): Promise<void> =>
  sendLetter(
    deps,
    reporterId,
    ({ t }) => ({
      subject: t('we received your report'),
      lines: [
        t('Thank you. Our safety team will read your report ({reason}) and let you know the outcome.', {
          reason: t(REASONS[reportType]),
        }),
        t('The person is not told who reported. The two of you no longer see each other.'),
        t('In an emergency do not wait for us: call your local emergency number or campus security.'),
      ],
    }),
    unit,
  );

const outcomeLetter =
  (outcome: Outcome): Builder =>
  ({ t }) => ({ subject: t('the outcome of your report'), lines: [t(OUTCOMES[outcome])] });

/** Informs the reporter of the outcome. */
export const sendOutcome = (deps: Deps, { reporterId, decision }: OpenReport, unit: Unit): Promise<void> =>
  sendLetter(deps, reporterId, outcomeLetter(decision!.outcome), unit);

const ageCleared: Builder = ({ t }) => ({
  subject: t('your date of birth'),
  lines: [t('Our safety team looked at it. You can continue: please enter your date of birth again.')],
});

/** Informs a student that their date of birth was accepted. */
export const sendAgeCleared = (deps: Deps, userId: string, unit: Unit): Promise<void> =>
  sendLetter(deps, userId, ageCleared, unit);

const MEASURES = {
  warning: message('This is a warning. Nothing else changes.'),
  suspension: message(
    'Until {until} you get no matches, don’t appear in anyone else’s, and cannot make dates.',
  ),
  ban: message('You can no longer make dates. You can still read, export and delete what is yours.'),
} as const;

interface Verdict {
  readonly measure: Measure;
  readonly reason: string;
  readonly until: Date | null;
}

const decisionLetter =
  ({ env }: Deps, reportType: ReportReason, { measure, reason, until }: Verdict): Builder =>
  ({ t, locale }) => {
    const day = until?.toLocaleDateString(locale, { dateStyle: 'long', timeZone: env.UNIVERSITY_TIMEZONE });
    return {
      subject: t('a decision of our safety team'),
      lines: [
        t('Our safety team decided on a report about {reason}.', { reason: t(REASONS[reportType]) }),
        reason,
        t(MEASURES[measure], { until: day ?? '' }),
        t('You can appeal once, in your settings under Safety. Someone else will then decide.'),
      ],
    };
  };

/** Informs a person of the decision about them, with the operator's reason in the operator's words. */
export async function sendDecision(
  deps: Deps,
  { decision, reportType, reportedId }: OpenReport,
  unit: Unit,
): Promise<void> {
  const { measure, reason, until } = decision!;
  if (measure === 'none') return;
  await sendLetter(deps, reportedId, decisionLetter(deps, reportType, { measure, reason, until }), unit);
}

export interface PreviewedLetter {
  readonly to: 'about' | 'reporter';
  /** Null if the account was deleted. */
  readonly letter: Letter | null;
}

/** The letters that a decision on this report would send, each in its recipient's language. Nothing is sent. */
export async function previewLetters(
  deps: Deps,
  { reporterId, reportedId, reportType }: OpenReport,
  {
    outcome,
    ...verdict
  }: { readonly outcome: Outcome; readonly measure: Measure | 'none' } & Omit<Verdict, 'measure'>,
  isAgeCheck: boolean,
): Promise<PreviewedLetter[]> {
  const read = async (userId: string, build: Builder) => {
    const reader = await readerOf(deps, userId);
    return reader && build(reader.texts);
  };
  const { measure } = verdict;
  const about =
    measure === 'none' ? isAgeCheck && ageCleared : decisionLetter(deps, reportType, { ...verdict, measure });
  return [
    ...(about ? [{ to: 'about' as const, letter: await read(reportedId, about) }] : []),
    ...(isAgeCheck
      ? []
      : [{ to: 'reporter' as const, letter: await read(reporterId, outcomeLetter(outcome)) }]),
  ];
}

/** Informs a person of the outcome of their appeal. */
export const sendAppealOutcome = (
  deps: Deps,
  { reportedId, decision }: OpenReport,
  unit: Unit,
): Promise<void> =>
  sendLetter(
    deps,
    reportedId,
    ({ t }) => ({
      subject: t('your appeal'),
      lines: [
        decision!.appeal!.outcome === 'overturned'
          ? t('Your appeal was successful: the decision is taken back.')
          : t('Someone else reviewed it and upheld the decision.'),
      ],
    }),
    unit,
  );
