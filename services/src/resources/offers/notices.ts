import { message, type Catalogue } from '@flint/texts/catalogue';
import { escapeHtml } from '../../infra/escape-html';
import type { Mail } from '../../infra/mail';
import { mailer } from '../../infra/mailer';
import { textsIn } from '../../texts/index';
import { isAlertable, queueAlert, sendUnshown, type AlertMail } from '../alerts/index';
import { displayNameOf, loadProfiles, type StoredProfiles } from '../profile/index';
import type { Deps } from '../resource';
import { hasCut } from '../safety/index';
import { isListening } from './event-stream';
import { isStillTrue } from './still-true';
import { unsubscribeUrl, wantsMail } from './mail-choice';
import { lastRound, otherSide, sideOf, userAt, type Side, type Thread } from './thread';

export type Happening = 'offered' | 'accepted' | 'declined' | 'rescheduled' | 'cancelled';
type Reminder = 'waits' | 'tomorrow' | 'soon';
/** The date ends because one of them left or is restricted; the letter does not reveal who, or why. */
type Ending = 'off';

interface Letter {
  readonly subject: string;
  readonly lines: readonly string[];
}

/** The same safety advice for everybody before a date (decisions/012). */
const SAFETY = [
  message('Meet in a public place, and tell a friend where you are.'),
  message('Arrange your own way home. You can leave whenever you like.'),
  message('In an emergency call your local emergency number or campus security.'),
];

/** Letters never name a place, and reminders name nobody, because lock screens show mail (decisions/012). */
const LETTERS: Readonly<
  Record<Happening | Reminder | Ending, (texts: Catalogue, name: string, when: string) => Letter>
> = {
  offered: ({ t }, name, when) => ({ subject: t('{name} invites you to a date', { name }), lines: [when] }),
  accepted: ({ t }, name, when) => ({
    subject: t('{name} accepted your offer', { name }),
    lines: [t('It is a date!'), when],
  }),
  declined: ({ t }, name, when) => ({
    subject: t('{name} cannot make it this time', { name }),
    lines: [when],
  }),
  rescheduled: ({ t }, name, when) => ({
    subject: t('{name} proposes another time', { name }),
    lines: [when],
  }),
  cancelled: ({ t }, name, when) => ({ subject: t('{name} called your date off', { name }), lines: [when] }),
  off: ({ t }, _, when) => ({
    subject: t('Your date is called off'),
    lines: [when, t('It will not take place: please do not go there.')],
  }),
  waits: ({ t }, name, when) => ({
    subject: t('An offer waits for your answer'),
    lines: [t('From {name}, for {when}.', { name, when })],
  }),
  tomorrow: ({ t }, _, when) => ({ subject: t('Your date is tomorrow'), lines: [when] }),
  soon: ({ t }, _, when) => ({
    subject: t('Your date is in two hours'),
    lines: [when, ...SAFETY.map((line) => t(line))],
  }),
};

function mailOf(
  deps: Deps,
  { userId, address, about, texts }: { userId: string; address: string; about: string[]; texts: Catalogue },
  { subject, lines }: Letter,
): Mail {
  const { env } = deps;
  const see = texts.t('See it in {app}', { app: env.APP_NAME });
  const noMore = texts.t('No more mail about offers');
  const link = new URL('/offers', env.PUBLIC_URL).href;
  const stop = unsubscribeUrl(deps, userId);
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
  return {
    to: { address },
    about: [userId, ...about],
    subject: subject.replace(/\p{Cc}+/gu, ' '),
    text: `${lines.join('\n\n')}\n\n${see}: ${link}\n\n${noMore}: ${stop}\n`,
    html: `<!doctype html><html lang="${texts.language}"><body style="font-family:system-ui,sans-serif;line-height:1.5;padding:24px">
<p style="font-size:18px;font-weight:700">${escapeHtml(subject)}</p>
${paragraphs}
<p><a href="${escapeHtml(link)}">${escapeHtml(see)}</a></p>
<p style="font-size:12px"><a href="${escapeHtml(stop)}">${escapeHtml(noMore)}</a></p></body></html>`,
    headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

interface Written {
  readonly to: string;
  readonly what: Happening | Reminder | Ending;
  /** The person named in it, if any. */
  readonly about?: string;
  /** The profiles of both, if they are being read. */
  readonly profiles?: Promise<StoredProfiles>;
  /** Whether the recipient blocked or reported that person, if it was read. */
  readonly isCutOff?: boolean | undefined;
}

/**
 * Reads how one of the two wants to be notified of an offer. The result alerts them and mails them, unless they turned mail off. If an alert was
 * sent, the mail follows only when no browser showed it.
 */
async function prepare(deps: Deps, thread: Thread, written: Written): Promise<() => Promise<void>> {
  const { to, about, what, isCutOff } = written;
  const { id, proposedDate } = lastRound(thread);
  // whoever blocked the other is told nothing, after the same queries
  const [isMailed, isAlerted, isCut] = await Promise.all([
    wantsMail(deps, to),
    isAlertable(deps, to),
    isCutOff ?? (about !== undefined && hasCut(deps, to, about)),
  ]);
  const alert = {
    to,
    what,
    offerId: id,
    ...(about && { about }),
    ...(isMailed && { mailAt: proposedDate }),
  };
  return async () => {
    const isHeld = isAlerted && (await queueAlert(deps, alert));
    if (isMailed && !isHeld && !isCut) await mail(deps, written, proposedDate);
  };
}

/** Alerts or mails one of the two at once. */
export const write = async (deps: Deps, thread: Thread, written: Written): Promise<void> =>
  (await prepare(deps, thread, written))();

/** Sends the mails whose alerts no browser showed in time, unless mail was turned off, the recipient blocked the other or the mail is no longer true. */
export const sendUnshownMail = (deps: Deps): Promise<void> =>
  sendUnshown(deps, async ({ userId, about, what: written, offerId, at }: AlertMail) => {
    const what = written as Written['what'];
    if (!(await wantsMail(deps, userId))) return;
    if (about && (await hasCut(deps, userId, about))) return;
    if (offerId && !(await isStillTrue(deps, { what, offerId }))) return;
    await mail(deps, { to: userId, what, ...(about && { about }) }, at);
  });

async function mail(deps: Deps, { to, about, what, profiles }: Written, at: Date): Promise<void> {
  const named = about === undefined ? [] : [about];
  const people = await (profiles ?? loadProfiles(deps, [to, ...named]));
  const recipient = people.get(to);
  if (!recipient || named.some((each) => !people.has(each))) return;
  const texts = textsIn(recipient.language);
  const when = new Intl.DateTimeFormat(texts.locale, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: deps.env.UNIVERSITY_TIMEZONE,
  }).format(at);
  mailer(deps).send(
    mailOf(
      deps,
      { userId: to, address: recipient.email, about: named, texts },
      LETTERS[what](texts, displayNameOf(people.get(about ?? '')?.answers ?? {}, texts), when),
    ),
  );
}

const NOTHING = async (): Promise<void> => undefined;

/** Prepares a notice to the other side, unless an open page shows the change live. A failure is logged: it does not undo the change. */
async function ready(
  deps: Deps,
  thread: Thread,
  by: Side,
  letter: Omit<Written, 'to'>,
): Promise<() => Promise<void>> {
  const logged = (error: unknown) => deps.log.warn({ err: error }, 'an offer notice was not sent');
  const to = userAt(thread, otherSide(by));
  if (!to) return NOTHING;
  try {
    const notify = await prepare(deps, thread, { to, ...letter });
    return () => (isListening(deps, to) ? NOTHING() : notify().catch(logged));
  } catch (error) {
    logged(error);
    return NOTHING;
  }
}

/** Prepares a notice to the other side about the action of `actorId`; the returned function sends it. */
export async function readyNotice(
  deps: Deps,
  thread: Thread,
  actorId: string,
  letter: Pick<Written, 'profiles' | 'isCutOff'> & { readonly what: Happening },
): Promise<() => Promise<void>> {
  const side = sideOf(thread, actorId);
  return side ? ready(deps, thread, side, { about: actorId, ...letter }) : NOTHING;
}

/** Notifies the other person that an agreed date is off; names nobody, so it survives the account's deletion. */
export async function noticeOfEnd(deps: Deps, thread: Thread, leaving: Side): Promise<void> {
  await (
    await ready(deps, thread, leaving, { what: 'off' })
  )();
}
