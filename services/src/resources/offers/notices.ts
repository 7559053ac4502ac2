import { escapeHtml } from '../../infra/escape-html';
import { mailer, type Mail } from '../../infra/mailer';
import { displayNameOf, loadProfiles } from '../profile/index';
import type { Deps } from '../resource';
import { lastRound, otherSide, sideOf, userAt, type Thread } from './thread';

export type Happening = 'offered' | 'accepted' | 'declined' | 'rescheduled' | 'cancelled';

/** Nothing here names the place: mail is read on lock screens (product notes 6). */
const SENTENCES: Readonly<Record<Happening, (name: string) => string>> = {
  offered: (name) => `${name} invites you to a date.`,
  accepted: (name) => `${name} accepted your offer. It is a date!`,
  declined: (name) => `${name} cannot make it this time.`,
  rescheduled: (name) => `${name} proposes another time.`,
  cancelled: (name) => `${name} called your date off.`,
};

function mailOf({ env }: Deps, address: string, sentence: string, when: string): Mail {
  const link = new URL('/offers', env.PUBLIC_URL).href;
  return {
    to: { address },
    subject: sentence.replace(/[\r\n\0]+/g, ' '),
    text: `${sentence}\n\n${when}\n\nSee it in ${env.APP_NAME}: ${link}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:system-ui,sans-serif;line-height:1.5;padding:24px">
<p style="font-size:18px;font-weight:700">${escapeHtml(sentence)}</p><p>${escapeHtml(when)}</p>
<p><a href="${escapeHtml(link)}">See it in ${escapeHtml(env.APP_NAME)}</a></p></body></html>`,
  };
}

/** Tells the other side by email what `actorId` did. A mail that cannot be made does not undo the answer. */
export async function noticeOf(
  deps: Deps,
  thread: Thread,
  actorId: string,
  happening: Happening,
): Promise<void> {
  try {
    const side = sideOf(thread, actorId);
    const partnerId = side && userAt(thread, otherSide(side));
    if (!partnerId) return;
    const people = await loadProfiles(deps, [actorId, partnerId]);
    const [actor, partner] = [people.get(actorId), people.get(partnerId)];
    if (!actor || !partner) return;
    const when = new Intl.DateTimeFormat('en-US', {
      dateStyle: 'full',
      timeStyle: 'short',
      timeZone: deps.env.UNIVERSITY_TIMEZONE,
    }).format(lastRound(thread).proposedDate);
    const sentence = SENTENCES[happening](displayNameOf(actor.answers));
    mailer(deps).send(mailOf(deps, partner.email, sentence, when));
  } catch (error) {
    deps.log.warn({ err: error }, 'an offer notice was not sent');
  }
}
