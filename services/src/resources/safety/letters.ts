import type { ReportReason } from '@flint/contracts';
import { escapeHtml } from '../../infra/escape-html';
import { mailer } from '../../infra/mailer';
import { loadProfile } from '../profile/index';
import type { Deps } from '../resource';
import type { Outcome } from './report.model';
import type { OpenReport } from './sealed-report';

/** Reasons in words, for letters. */
const REASONS: Readonly<Record<ReportReason, string>> = {
  no_show: 'not coming to a date',
  inappropriate_behavior: 'inappropriate behaviour',
  safety_concern: 'a safety concern',
  fake_profile: 'a fake profile',
  harassment: 'harassment',
  underage: 'being under 18',
  impersonation: 'pretending to be somebody else',
  scam: 'a scam',
  hate: 'hateful words',
  photos: 'unfitting photos',
  other: 'something else',
};

/** What whoever reported is told. */
export const OUTCOMES: Readonly<Record<Outcome, string>> = {
  upheld: 'We found that it happened, and acted on it.',
  dismissed: 'We could not find enough to act on. You two stay hidden from each other.',
  false: 'We found that it did not happen. You two stay hidden from each other.',
};

/** Safety mail comes whatever somebody chose about offers; it names nobody. */
async function write(deps: Deps, userId: string, subject: string, lines: readonly string[]): Promise<void> {
  const profile = await loadProfile(deps, userId);
  if (!profile) return;
  const { env } = deps;
  const link = new URL('/profile', env.PUBLIC_URL).href;
  mailer(deps).send({
    to: { address: profile.email },
    about: [userId],
    subject: `${env.APP_NAME}: ${subject}`,
    text: `${[...lines, link].join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:system-ui,sans-serif;line-height:1.5;padding:24px">
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
<p><a href="${escapeHtml(link)}">Your profile</a></p></body></html>`,
  });
}

/** Acknowledges a report. */
export const tellReceived = (deps: Deps, { reporterId, reportType }: OpenReport): Promise<void> =>
  write(deps, reporterId, 'we received your report', [
    `Thank you. Our safety team reads your report (${REASONS[reportType]}) and tells you what came of it.`,
    'The person is not told who reported. The two of you no longer see each other.',
    'In an emergency do not wait for us: call your local emergency number or campus security.',
  ]);

/** Tells whoever reported what came of it. */
export const tellOutcome = (deps: Deps, { reporterId, decision }: OpenReport): Promise<void> =>
  write(deps, reporterId, 'what came of your report', [OUTCOMES[decision!.outcome]]);

const MEASURES = {
  warning: () => 'This is a warning. Nothing else changes.',
  suspension: (until: string) => `You are not suggested to anybody and cannot make dates until ${until}.`,
  ban: () => 'You can no longer make dates. You can still read, export and delete what is yours.',
} as const;

/** Tells a person what was decided about them and why. */
export async function tellDecision(deps: Deps, report: OpenReport): Promise<void> {
  const { measure, reason, until } = report.decision!;
  if (measure === 'none') return;
  const day = until?.toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: deps.env.UNIVERSITY_TIMEZONE,
  });
  await write(deps, report.reportedId, 'a decision of our safety team', [
    `Our safety team decided on a report about ${REASONS[report.reportType]}.`,
    reason,
    MEASURES[measure](day ?? ''),
    'You can appeal once, on your profile. Somebody else then decides.',
  ]);
}

/** Tells a person how their appeal ended. */
export const tellAppealOutcome = (deps: Deps, { reportedId, decision }: OpenReport): Promise<void> =>
  write(deps, reportedId, 'your appeal', [
    decision!.appeal!.outcome === 'overturned'
      ? 'Your appeal was successful: the decision is taken back.'
      : 'Somebody else looked at it again. The decision stands.',
  ]);
