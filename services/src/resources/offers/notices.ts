import { escapeHtml } from '../../infra/escape-html';
import type { Mail } from '../../infra/mail';
import { mailer } from '../../infra/mailer';
import { displayNameOf, loadProfiles } from '../profile/index';
import type { Deps } from '../resource';
import { isListening } from './event-stream';
import { unsubscribeUrl, wantsMail } from './mail-choice';
import { isPending, lastRound, otherSide, sideOf, userAt, type Thread } from './thread';
import { claimNotices, REMINDER_HOURS } from './threads';

export type Happening = 'offered' | 'accepted' | 'declined' | 'rescheduled' | 'cancelled';
type Reminder = 'waits' | 'tomorrow' | 'soon';

interface Letter {
  readonly subject: string;
  readonly lines: readonly string[];
}

/** What everybody is told before a date, in the same words (product notes 6). */
const SAFETY = [
  'Meet in a public place, and tell a friend where you are.',
  'Arrange your own way home. You can leave whenever you like.',
  'In an emergency call your local emergency number or campus security.',
];

/** No place is ever named, and no name before a date: mail is read on lock screens (product notes 6). */
const LETTERS: Readonly<Record<Happening | Reminder, (name: string, when: string) => Letter>> = {
  offered: (name, when) => ({ subject: `${name} invites you to a date`, lines: [when] }),
  accepted: (name, when) => ({ subject: `${name} accepted your offer`, lines: ['It is a date!', when] }),
  declined: (name, when) => ({ subject: `${name} cannot make it this time`, lines: [when] }),
  rescheduled: (name, when) => ({ subject: `${name} proposes another time`, lines: [when] }),
  cancelled: (name, when) => ({ subject: `${name} called your date off`, lines: [when] }),
  waits: (name, when) => ({
    subject: 'An offer waits for your answer',
    lines: [`From ${name}, for ${when}.`],
  }),
  tomorrow: (_, when) => ({ subject: 'Your date is tomorrow', lines: [when] }),
  soon: (_, when) => ({ subject: 'Your date is in two hours', lines: [when, ...SAFETY] }),
};

function mailOf(
  deps: Deps,
  { userId, address, about }: { userId: string; address: string; about: string },
  { subject, lines }: Letter,
): Mail {
  const { env } = deps;
  const link = new URL('/offers', env.PUBLIC_URL).href;
  const stop = unsubscribeUrl(deps, userId);
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
  return {
    to: { address },
    about: [userId, about],
    subject: subject.replace(/\p{Cc}+/gu, ' '),
    text: `${lines.join('\n\n')}\n\nSee it in ${env.APP_NAME}: ${link}\n\nNo more mail about offers: ${stop}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:system-ui,sans-serif;line-height:1.5;padding:24px">
<p style="font-size:18px;font-weight:700">${escapeHtml(subject)}</p>
${paragraphs}
<p><a href="${escapeHtml(link)}">See it in ${escapeHtml(env.APP_NAME)}</a></p>
<p style="font-size:12px"><a href="${escapeHtml(stop)}">No more mail about offers</a></p></body></html>`,
    headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

async function write(
  deps: Deps,
  thread: Thread,
  { to, about, what }: { readonly to: string; readonly about: string; readonly what: Happening | Reminder },
): Promise<void> {
  if (!(await wantsMail(deps, to))) return;
  const people = await loadProfiles(deps, [to, about]);
  const [recipient, other] = [people.get(to), people.get(about)];
  if (!recipient || !other) return;
  const when = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: deps.env.UNIVERSITY_TIMEZONE,
  }).format(lastRound(thread).proposedDate);
  mailer(deps).send(
    mailOf(
      deps,
      { userId: to, address: recipient.email, about },
      LETTERS[what](displayNameOf(other.answers), when),
    ),
  );
}

/**
 * Tells the other side by email what `actorId` did, unless an open page shows it live. A mail that cannot be made does not undo
 * the answer.
 */
export async function noticeOf(deps: Deps, thread: Thread, actorId: string, what: Happening): Promise<void> {
  try {
    const side = sideOf(thread, actorId);
    const to = side && userAt(thread, otherSide(side));
    if (to && !isListening(deps, to)) await write(deps, thread, { to, about: actorId, what });
  } catch (error) {
    deps.log.warn({ err: error }, 'an offer notice was not sent');
  }
}

const HOUR_MS = 3_600_000;

/** Sends the reminders that are due: each once, and none that comes too late to be of use. */
export async function sendReminders(deps: Deps): Promise<void> {
  for (const { thread, dueAt } of await claimNotices(deps)) {
    const round = lastRound(thread);
    const { initiatorId, inviteeId } = thread;
    const left = round.proposedDate.getTime() - deps.clock.now().getTime();
    if (left <= 0 || !initiatorId || !inviteeId) continue;
    if (isPending(round)) {
      const [to, about] = round.by === 'initiator' ? [inviteeId, initiatorId] : [initiatorId, inviteeId];
      await write(deps, thread, { to, about, what: 'waits' });
      continue;
    }
    const isDayBefore = round.proposedDate.getTime() - dueAt.getTime() === REMINDER_HOURS[0] * HOUR_MS;
    if (isDayBefore && left < 12 * HOUR_MS) continue;
    const what = isDayBefore ? 'tomorrow' : 'soon';
    await write(deps, thread, { to: initiatorId, about: inviteeId, what });
    await write(deps, thread, { to: inviteeId, about: initiatorId, what });
  }
}
