import { WORDING } from '@flint/contracts';
import { escapeHtml } from '@flint/contracts/escape-html';
import type { Catalogue } from '@flint/texts/catalogue';
import { trusted, type ClientSession } from 'mongoose';
import { longTime } from '../../infra/long-time';
import type { Mail } from '../../infra/mail';
import { catalogued } from '../../matching/round/index';
import { textsIn } from '../../texts/index';
import { dropJobs, isEnd, mailKeptMs, pathTo, waitForDrops } from '../alerts/index';
import { jobs, jobsOf, type JobEnd, type JobTry } from '../jobs/index';
import { deliver } from '../outbox/index';
import { displayNameOf, loadProfiles } from '../profile/index';
import type { Deps, TimedWork } from '../resource';
import { hasCut } from '../safety/index';
import { queueAlert } from './alerts';
import { mailedCalendar } from './calendar/calendar-file';
import { calendarDateOf, calendarMaker } from './calendar/dates';
import { isListening } from './event-stream';
import { readPlaces } from './offered-place';
import { findTrue } from './still-true';
import { unsubscribeUrl, wantsMail } from './mail-choice';
import { lastRound, NO_PLACE, otherSide, userAt, type HistoryEntry, type Round, type Thread } from './thread';

type Happening = 'offered' | 'accepted' | 'declined' | 'rescheduled' | 'cancelled';
/** 'off': the date ends because one of them left or is restricted; the letter does not reveal who, or why. */
type Event = Happening | 'waits' | 'tomorrow' | 'soon' | 'off';

interface Letter {
  readonly subject: string;
  readonly lines: readonly string[];
}

const SAFETY = [WORDING.meetInPublic, WORDING.ownWayHome, WORDING.inEmergency];

/** Reminders name nobody, because lock screens show the start of a mail (decisions/046). */
const LETTERS: Readonly<Record<Event, (texts: Catalogue, name: string) => Letter>> = {
  offered: ({ t }, name) => ({ subject: t('{name} invites you to a date', { name }), lines: [] }),
  accepted: ({ t }, name) => ({
    subject: t('{name} accepted your offer', { name }),
    lines: [t('It is a date!')],
  }),
  declined: ({ t }, name) => ({ subject: t('{name} cannot make it this time', { name }), lines: [] }),
  rescheduled: ({ t }, name) => ({ subject: t('{name} proposes another time', { name }), lines: [] }),
  cancelled: ({ t }, name) => ({ subject: t('{name} called your date off', { name }), lines: [] }),
  off: ({ t }) => ({
    subject: t('Your date is called off'),
    lines: [t('It will not take place: please do not go there.')],
  }),
  waits: ({ t }, name) => ({
    subject: t('An offer waits for your answer'),
    lines: [t('It is from {name}.', { name })],
  }),
  tomorrow: ({ t }) => ({ subject: t('Your date is tomorrow'), lines: [] }),
  soon: ({ t }) => ({ subject: t('Your date is in two hours'), lines: SAFETY.map((line) => t(line)) }),
};

/** Mails about a date that both have agreed to. Their words name what it was agreed on, and a calendar file follows. */
const AGREED: readonly Event[] = ['accepted', 'cancelled', 'off', 'tomorrow', 'soon'];

/**
 * Time with zone, activity and place, a line each. Before both have agreed, a mail names only words of the catalogue and places of the
 * university's list: nobody mails a stranger a text of their own (decisions/046).
 */
function factsOf(
  { proposedDate, activity, location, placeId }: Round,
  isAgreed: boolean,
  texts: Catalogue,
  timeZone: string,
): string[] {
  const when = longTime(proposedDate, texts, timeZone);
  const own = (text: string, isListed = false) =>
    catalogued(text, texts) ?? (isAgreed || isListed ? text.replace(/\p{Cc}+/gu, ' ') : null);
  const place = location === NO_PLACE ? null : own(location, placeId !== null);
  return [when, own(activity), place].filter((line) => line !== null);
}

interface Recipient {
  readonly userId: string;
  readonly address: string;
  readonly about: string[];
  readonly texts: Catalogue;
}

async function mailOf(
  deps: Deps,
  { userId, address, about, texts }: Recipient,
  { what, name, thread, round }: { what: Event; name: string; thread: Thread; round: Round },
): Promise<Mail> {
  const { env } = deps;
  const isOfDate = AGREED.includes(what);
  const { subject, lines } = LETTERS[what](texts, name);
  const trouble = (await readPlaces(deps)).troubleOf(thread, round);
  const facts = factsOf(round, isOfDate, texts, env.UNIVERSITY_TIMEZONE);
  if (trouble) facts.push(texts.t(WORDING.placeTrouble[trouble]));
  const see = texts.t('See it in {app}', { app: env.APP_NAME });
  const noMore = texts.t('Stop emails about offers');
  const link = new URL(pathTo(what, round.id), env.PUBLIC_URL).href;
  const stop = unsubscribeUrl(deps, userId);
  const [when = '', ...others] = facts.map(escapeHtml);
  const paragraphs = [[`<strong>${when}</strong>`, ...others].join('<br>'), ...lines.map(escapeHtml)]
    .map((line) => `<p>${line}</p>`)
    .join('\n');
  return {
    to: { address },
    about: [userId, ...about],
    subject: subject.replace(/\p{Cc}+/gu, ' '),
    text: [facts.join('\n'), ...lines, `${see}: ${link}`, `${noMore}: ${stop}\n`].join('\n\n'),
    html: `<!doctype html><html lang="${texts.language}"><body style="font-family:system-ui,sans-serif;line-height:1.5;padding:24px">
<p style="font-size:18px;font-weight:700">${escapeHtml(subject)}</p>
${paragraphs}
<p><a href="${escapeHtml(link)}">${escapeHtml(see)}</a></p>
<p style="font-size:12px"><a href="${escapeHtml(stop)}">${escapeHtml(noMore)}</a></p></body></html>`,
    headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    ...(isOfDate && {
      calendar: mailedCalendar(calendarDateOf(thread, round, texts), calendarMaker(deps, texts)),
    }),
  };
}

interface Written {
  readonly to: string;
  readonly what: Event;
}

/** A mail about an offer, by ids only: it is written when it is sent, and finds the other student by the offer. So it outlives that account, and does not hold its id. */
interface Notice extends Written {
  readonly offerId: string;
}

/**
 * Sends a mail about an offer, unless the recipient turned mail off or blocked the other, or it is no longer true. All of it is read in any case: a
 * notice to somebody who blocked the other costs what one to anybody costs.
 */
async function send(deps: Deps, { to, what, offerId }: Notice, job: JobTry): Promise<JobEnd> {
  const found = await findTrue(deps, { to, what, offerId });
  // that a date is off stays true: the mail names its time
  if (!found || (found.until <= deps.clock.now() && !isEnd(what))) return 'done';
  const { about } = found;
  const [isWanted, isCut, people] = await Promise.all([
    wantsMail(deps, to),
    about !== null && hasCut(deps, to, about),
    loadProfiles(deps, about === null ? [to] : [to, about]),
  ]);
  const [recipient, other] = [people.get(to), people.get(about ?? '')];
  if (!isWanted || isCut || !recipient || !(other || isEnd(what))) return 'done';
  const texts = textsIn(recipient.language);
  const mail = await mailOf(
    deps,
    { userId: to, address: recipient.email, about: about === null ? [] : [about], texts },
    // whoever has called the date off may have left since
    { ...found, what: other ? what : 'off', name: displayNameOf(other?.answers ?? {}, texts) },
  );
  return deliver(deps, mail, job);
}

const notices = jobsOf<Notice>({
  kind: 'notice',
  isSealed: false,
  isMissed: true,
  everyMs: 5_000,
  work: send,
});

/** Sends the mails that are due: those whose alerts no browser showed in time, and those that no mail server has taken yet. */
export async function sendNotices(deps: Deps): Promise<void> {
  await waitForDrops(deps);
  await notices.run(deps);
}

export const noticesSent: TimedWork = { ...notices.timed, run: sendNotices };

/**
 * Queues an alert and a mail to one of the two, in the transaction of the step that they tell of; a student who turned mail off gets no mail. If an
 * alert is sent, the mail follows only when no browser showed it; that of a date called off is always sent. A student who blocked the other is not notified; sending decides that, after the same writes. Both are due at `dueAt`; default: now. The caller calls the returned function after the commit.
 */
export async function queueNotice(
  deps: Deps,
  thread: Thread,
  { to, what }: Written,
  session: ClientSession,
  dueAt?: Date,
): Promise<() => void> {
  const { id: offerId, proposedDate: date } = lastRound(thread);
  const isMailed = await wantsMail(deps, to);
  const held = await queueAlert(deps, { to, what, offerId, date }, session, dueAt);
  if (!isMailed) return () => undefined;
  const mail = {
    content: { to, what, offerId },
    about: [to],
    keptMs: mailKeptMs(what),
    ...(held ?? (dueAt ? { dueAt } : { isAtOnce: true })),
  };
  return notices.addIn(deps, mail, session);
}

/** The notice to the other side about a step; none about a withdrawn offer, or about what ends automatically. */
const TOLD: Partial<Record<HistoryEntry['step'], Happening>> = {
  create: 'offered',
  accept: 'accepted',
  decline: 'declined',
  reschedule: 'rescheduled',
  cancel: 'cancelled',
};

/** How long an open page has to read the offers: it may be on a laptop that was just closed. */
const PAGE_HELD_MS = 20_000;

/**
 * Finds the alerts and mails that nobody has tried yet about what the student's own page is about to read: offers and answers. The returned
 * function deletes them, once the page has its answer.
 */
export async function findRead(deps: Deps, userId: string): Promise<() => void> {
  const ids = await jobs(deps.db).distinct('_id', {
    kind: trusted({ $in: ['alert', 'notice'] }),
    about: userId,
    tries: 0,
    dueAt: trusted({ $gt: deps.clock.now() }),
    'plain.what': trusted({ $in: Object.values(TOLD).filter((what) => what !== 'cancelled') }),
  });
  return () => dropJobs(deps, ids, { tries: 0 });
}

/** Queues the notice to the other side about the step that a thread has just taken; about a new offer or an answer, an open page may read it first. */
export async function queueNoticeOfStep(
  deps: Deps,
  thread: Thread,
  session: ClientSession,
): Promise<() => void> {
  const { step, by } = thread.history.at(-1)!;
  const what = TOLD[step];
  const to = by === 'system' ? null : userAt(thread, otherSide(by));
  if (by === 'system' || !what || !to) return () => undefined;
  // somebody on the way to a date must hear that it is off, whatever is open at home
  const isRead = what !== 'cancelled' && isListening(deps, to);
  const dueAt = isRead ? new Date(deps.clock.now().getTime() + PAGE_HELD_MS) : undefined;
  if (userAt(thread, by)) return queueNotice(deps, thread, { to, what }, session, dueAt);
  return what === 'cancelled' ? queueNotice(deps, thread, { to, what: 'off' }, session) : () => undefined;
}
