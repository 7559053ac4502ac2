import { fixedClock, waitForJobs } from '@flint/services';
import { useTestServer } from '@flint/testing';
import { mailer } from '../infra/mailer';
import { sendReminders } from './offers/reminders';
import { pair } from './offers/testing/campus';
import {
  sendAgeCleared,
  sendAppealOutcome,
  sendDecision,
  sendOutcome,
  sendReportReceipt,
} from './safety/letters';
import type { OpenReport } from './safety/sealed-report';
import { inUnit } from './safety/unit-of-work';

const FRENCH = { 'accept-language': 'fr-CA' };
const clock = fixedClock('2027-03-02T12:00:00Z');
const server = useTestServer({ clock });

/** Words that no French sentence has. Those of a student and of an operator are French here, and stay as they are. */
const ENGLISH_WORD =
  /\b(?:the|this|that|you|your|yours|and|is|are|was|will|with|of|to|in|at|it|its|not|no|for|from|by|or|we|our|see|mail|time|offer|offers|date of)\b/i;
const READABLE = /https?:\S+|\S+@\S+|<style[^]*?<\/style>|<[^>]*>|#\d{6}/g;

const french = async () => {
  const two = await pair(server);
  for (const each of two) await each.call('GET /offers/mail', undefined, FRENCH);
  return two;
};
const offer = { location: 'Café de la bibliothèque', activity: 'Échecs' };

describe('every mail to a student with a French page', () => {
  it('- of codes, offers, dates and the safety team - has no English word, in subject, text, page and calendar', async () => {
    await fetch(`${server.url}/auth/v1/otp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...FRENCH },
      body: JSON.stringify({ email: 'eve@campus.edu' }),
    });
    const [ann, ben] = await french();
    const { id: first } = (await ann.invite(ben, offer)).body;
    const rescheduleData = { proposedDate: server.inHours(90) };
    const { counterOffer } = (await ben.respond(first, 'reschedule', { rescheduleData })).body;
    await ann.respond(counterOffer, 'accept');
    await ben.call(`POST /offers/${counterOffer}/cancel`);
    const [cem, dan] = await french();
    await dan.respond((await cem.invite(dan, offer)).body.id, 'decline');
    const [eli, fay] = await french();
    await fay.respond((await eli.invite(fay, offer)).body.id, 'accept');
    expect((await eli.call('DELETE /account')).status).toBe(204);
    const [gus, hal] = await french();
    await hal.respond((await gus.invite(hal, offer)).body.id, 'accept');
    const [ian, joe] = await french();
    await ian.invite(joe, { ...offer, proposedDate: server.inHours(100) });

    const about = { reporterId: hal.id, reportedId: hal.id, reportType: 'no_show' } as const;
    const until = new Date(server.inHours(168));
    const reason = 'Vous n’êtes pas venu.';
    const of = (decision: object) => ({ ...about, decision }) as unknown as OpenReport;
    await inUnit(server.deps, async (unit) => {
      await sendReportReceipt(server.deps, of({}), unit);
      await sendAgeCleared(server.deps, hal.id, unit);
      for (const outcome of ['upheld', 'dismissed', 'false'])
        await sendOutcome(server.deps, of({ outcome }), unit);
      for (const measure of ['warning', 'suspension', 'ban'])
        await sendDecision(server.deps, of({ measure, reason, until }), unit);
      for (const outcome of ['upheld', 'overturned'])
        await sendAppealOutcome(server.deps, of({ appeal: { outcome } }), unit);
    });

    for (let hour = 0; hour < 48; hour += 1) {
      clock.advanceSeconds(3600);
      await sendReminders(server.deps);
      // a mail is written when it is sent: before the clock goes on
      await waitForJobs(server.deps);
    }
    const mails = mailer(server.deps).outbox!.list();
    for (const { subject, text, html, calendar } of mails) {
      const ics = /^(?:SUMMARY|DESCRIPTION|LOCATION):.*$/gm;
      const shown = [
        subject,
        text,
        html,
        ...(JSON.stringify(calendar ?? '')
          .replaceAll('\\r\\n', '\n')
          .match(ics) ?? []),
      ];
      for (const each of shown) {
        const read = each.replace(READABLE, ' ').replace(/^[A-Z]+:/, '');
        expect([subject, ENGLISH_WORD.exec(read)?.[0], read]).toEqual([subject, undefined, read]);
      }
    }
    const subjects = new Set(mails.map(({ subject }) => subject.replace(/\d{6}/, '').replace(/\s/g, ' ')));
    // nine of offers and dates, five of the safety team, one with a code
    expect([...subjects].toSorted()).toHaveLength(15);
  });
});
