import { fixedClock, waitForJobs } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { mailer } from '../infra/mailer';
import { unsubscribeUrl } from './offers/mail-choice';
import { sendReminders } from './offers/reminders';
import { agree, newRound, pair, sharedPair } from './offers/testing/campus';
import {
  sendAgeCleared,
  sendAppealOutcome,
  sendDecision,
  sendOutcome,
  sendReportReceipt,
} from './safety/letters';
import type { OpenReport } from './safety/sealed-report';
import { inUnit } from './safety/unit-of-work';
import { clearStudents } from './testing/clear';

const FRENCH = { 'accept-language': 'fr-CA' };
const ENGLISH = { 'accept-language': 'en-US' };
const clock = fixedClock('2027-03-02T12:00:00Z');
const server = useTestServer({ clock });
const takePair = sharedPair(server);

const plain = (text: string) => text.replace(/\s/g, ' ');
async function lastMailTo(email: string) {
  const mail = (await server.mailsTo({ email })).at(-1)!;
  return { subject: plain(mail.subject), text: plain(mail.text), html: plain(mail.html) };
}

describe('a refusal', () => {
  it('requested in any language - is in an available one, with the same code', async () => {
    const rows = [
      [{}, 'en', 'There is nothing here.'],
      [FRENCH, 'fr', 'Il n’y a rien ici.'],
      [{ 'accept-language': 'fr;q=0.9,en;q=0.8' }, 'fr', 'Il n’y a rien ici.'],
      [{ 'accept-language': 'en-CA,fr;q=0.8' }, 'en', 'There is nothing here.'],
      [{ 'accept-language': 'de-AT' }, 'en', 'There is nothing here.'],
    ] as const;
    const student = await server.signIn();
    for (const [asked, language, detail] of rows) {
      const { body, headers } = await student.call('GET /profile', undefined, asked);
      expect(body).toMatchObject({ code: 'not_found', title: 'Not Found', detail });
      expect([asked, headers.get('content-language')]).toEqual([asked, language]);
      expect(headers.get('vary')).toMatch(/accept-language/i);
    }
  });

  it('of single fields - in French - has French messages, with limits as numbers', async () => {
    const answers = {
      bundle_intro: { display_name: 'x'.repeat(200), date_of_birth: '1790-01-01' },
      gender_identity: 'no_such_option',
    };
    const student = await server.signIn();
    const { body } = await student.call('PATCH /profile', { answers }, FRENCH);
    const details = body.errors.map(({ detail }: { detail: string }) => detail);
    expect(body.detail).toBe('Une réponse ne convient pas à sa question.');
    expect(details).toContainEqual(expect.stringMatching(/^Au plus \d+ caractères\.$/));
    expect(details).toContain('Ceci ne fait pas partie des choix.');
    const unfit = { bundle_intro: { display_name: 'www.me.com', date_of_birth: '2005-01-15' } };
    const { errors } = (await student.call('PATCH /profile', { answers: unfit }, FRENCH)).body;
    expect(errors[0].detail).toBe('Veuillez retirer le lien.');
  });
});

describe('a list of matches', () => {
  it('read in English, in French and in English again - has the same people and reasons, each time in that language', async () => {
    const [ann, ben] = await takePair();
    const answers = { hobbies_interests: ['cycling', 'reading'] };
    for (const each of [ann, ben]) expect((await each.call('PATCH /profile', { answers })).status).toBe(200);
    await newRound(server);
    const list = async (asked: Record<string, string>) => {
      const { body, headers } = await ann.call('GET /matches', undefined, asked);
      return { items: body.items as { userId: string; reasons: string[] }[], headers };
    };
    const english = await list(ENGLISH);
    const french = await list(FRENCH);
    const reasonsOf = ({ items }: typeof english) =>
      items.find(({ userId }) => userId === ben.id)!.reasons.map(plain);
    expect(reasonsOf(english)).toContainEqual(expect.stringMatching(/^You both enjoy \S.* and \S/));
    expect(reasonsOf(french)).toContainEqual(expect.stringMatching(/^En commun : \S.* et \S/));
    expect(reasonsOf(french)).toHaveLength(reasonsOf(english).length);
    expect(french.items.map(({ userId }) => userId)).toEqual(english.items.map(({ userId }) => userId));
    expect((await list(ENGLISH)).items).toEqual(english.items);
    expect(french.headers.get('content-language')).toBe('fr');
  });
});

describe('an offer', () => {
  it('with an activity of the catalogue, or in own words - is read in the language of its reader, or as it was written', async () => {
    const [ann, ben] = await takePair();
    const proposal = { toUserId: ben.id, proposedDate: server.inHours(72), location: 'Coffee on campus' };
    const french = 'Un café et une conversation';
    const { body, headers } = await ann.call('POST /offers', { ...proposal, activity: french }, FRENCH);
    expect([body.activity, headers.get('vary')]).toEqual([french, expect.stringMatching(/accept-language/i)]);
    const readBy = async (asked: Record<string, string>) => {
      const { items } = (await ben.call('GET /offers', undefined, asked)).body;
      const { activity, location } = items.find(({ status }: { status: string }) => status === 'pending');
      return [activity, location];
    };
    expect(await readBy(ENGLISH)).toEqual(['Coffee and a conversation', 'Coffee on campus']);
    expect(await readBy(FRENCH)).toEqual([french, 'Un café sur le campus']);
    const counter = { proposedDate: server.inHours(96), activity: 'Chess, please' };
    const answer = { offerId: body.id, action: 'reschedule', rescheduleData: counter };
    await ben.call(`POST /offers/${body.id}/respond`, answer, ENGLISH);
    expect((await readBy(FRENCH))[0]).toBe('Chess, please');
  });
});

describe('mail', () => {
  it.each([
    [FRENCH, /^\d{6} est votre code Flint$/, 'Personne chez Flint ne vous le demandera.'],
    [ENGLISH, /^\d{6} is your Flint code$/, 'Nobody from Flint will ever ask you for it.'],
  ])('with a code - requested with %o - is in that language', async (asked, subject, line) => {
    const email = `lang-${asked['accept-language'].toLowerCase()}@campus.edu`;
    await fetch(`${server.url}/auth/v1/otp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...asked },
      body: JSON.stringify({ email }),
    });
    const mail = await lastMailTo(email);
    expect(mail.subject).toMatch(subject);
    expect(mail.text).toContain(line);
    const { language } = new Intl.Locale(asked['accept-language']);
    expect(mail.html).toContain(`<html lang="${language}">`);
  });

  it('about an offer - to a student who last used a French page - is in French, dates too; who then saved the profile on an English one - in English', async () => {
    const [ann, ben] = await takePair();
    await ben.call('GET /offers/mail', undefined, FRENCH);
    const { id } = (await ann.invite(ben)).body;
    const mail = await lastMailTo(ben.email);
    expect(mail.subject).toBe('Ann vous invite à un rendez-vous');
    expect(mail.text).toMatch(/mercredi 3 mars 2027 à 13 h 00.*Voir dans Flint/);
    expect(mail.html).toContain('<html lang="fr">');
    await ben.call('PATCH /profile', { answers: { hobbies_interests: ['climbing'] } }, ENGLISH);
    await ben.respond(id, 'accept');
    await ann.call(`POST /offers/${id}/cancel`);
    expect((await lastMailTo(ben.email)).subject).toBe('Ann called your date off');
  });
});

describe('a student without a displayed name', () => {
  it('who is blocked or reported on a French page - is named in French in the lists of blocks and reports', async () => {
    const [ann, ben, cem] = [await server.signIn(), await server.signIn(), await server.signIn()];
    for (const each of [ann, ben, cem]) await each.call('PATCH /profile', { answers: {} });
    await ann.call('POST /blocks', { userId: ben.id }, FRENCH);
    await ann.call('POST /safety/reports', { userId: cem.id, reason: 'underage' }, FRENCH);
    const named = async (list: string) => {
      const { items } = (await ann.call(`GET ${list}`, undefined, FRENCH)).body;
      return items.map(({ name }: { name: string }) => name);
    };
    expect(await named('/blocks')).toEqual(['Une personne étudiante', 'Une personne étudiante']);
    expect(await named('/safety/reports')).toEqual(['Une personne étudiante']);
  });

  it('on a list and in an offer - has a neutral one in the language of who looks', async () => {
    const [ann, ben] = await pair(server);
    const answers = { bundle_intro: { date_of_birth: '2005-01-15' } };
    await ben.call('PATCH /profile', { answers });
    const nameFor = async (headers: typeof FRENCH) => {
      const at = async (path: string) => (await ann.call(`GET /${path}`, undefined, headers)).body.items;
      const shown = (await at('matches')).find(({ userId }: { userId: string }) => userId === ben.id);
      return shown?.name ?? (await at('offers'))[0].toUser.name;
    };
    expect(await nameFor(FRENCH)).toBe('Une personne étudiante');
    await ann.invite(ben);
    expect(await nameFor(FRENCH)).toBe('Une personne étudiante');
    expect(await nameFor(ENGLISH)).toBe('A student');
  });
});

/** Activity and place in words of the catalogue. */
const FILM = { activity: 'A film', location: 'Coffee on campus' };

describe('pages behind links', () => {
  it('the unsubscribe page, and a shared date - are in the student’s language', async () => {
    const [ann, ben] = await takePair();
    await ann.call('GET /offers/mail', undefined, FRENCH);
    await ben.call('GET /offers/mail', undefined, ENGLISH);
    const stop = new URL(unsubscribeUrl(server.deps, ann.id));
    const page = await fetch(server.url + stop.pathname + stop.search);
    expect(page.headers.get('content-language')).toBe('fr');
    expect(plain(await page.text())).toMatch(
      /<html lang="fr">.*invitations \?<.*<form method="post"><button>Arrêter ces courriels/,
    );
    const id = await agree(ann, ben, FILM);
    const open = async (who: TestStudent) => {
      const { url } = (await who.call(`POST /offers/${id}/share`)).body;
      return plain(await (await fetch(server.url + new URL(url).pathname)).text());
    };
    expect(await open(ann)).toMatch(
      /Ann a partagé un rendez-vous avec vous.*<dt>Quand<\/dt>.*mercredi 3 mars.*<dd>Un café sur le campus<\/dd>.*<dd>Un film<\/dd>/,
    );
    expect(await open(ben)).toMatch(/Ben shared a date with you.*<dt>When<\/dt>.*Wednesday, March 3/);
  });

  it('a calendar file - requested in French - has a French title', async () => {
    const [ann, ben] = await takePair();
    const id = await agree(ann, ben, FILM);
    const { body } = await ann.call(`GET /offers/${id}/calendar`, undefined, FRENCH);
    expect(plain(body.ics)).toMatch(/Offers\/\/FR .*SUMMARY:Rendez-vous : Un film .*DESCRIPTION:Rappel/);
    expect(plain(body.ics)).toContain('LOCATION:Un café sur le campus');
    expect(body.googleUrl).toContain('text=Rendez-vous');
    expect(body.outlookUrl).toContain('subject=Rendez-vous');
    const english = await ann.call(`GET /offers/${id}/calendar`, undefined, ENGLISH);
    expect(english.body.ics).toContain('SUMMARY:Date: A film');
  });
});

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
    const before = mailer(server.deps).outbox!.list().length;
    await clearStudents(server);
    await newRound(server);
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
    // in Toronto the evening before
    const until = new Date('2027-03-10T03:00:00Z');
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

    for (let hour = 0; hour < 48; hour += 4) {
      clock.advanceSeconds(4 * 3600);
      await sendReminders(server.deps);
      // a mail is written when it is sent: before the clock goes on
      await waitForJobs(server.deps);
    }
    const mails = mailer(server.deps)
      .outbox!.list()
      .slice(0, -before || undefined);
    const judged = mails.map(({ text }) => plain(text)).filter((text) => text.includes(reason));
    expect(judged).toHaveLength(3);
    for (const text of judged) expect(text).toMatch(/ http\S+\/profile\?page=settings&section=safety $/);
    expect(judged).toContainEqual(expect.stringMatching(/[Jj]usqu’au 9 mars 2027\b/));
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
