// Longer than 300 lines: offers, dates and reports, whose statements share a few visits.
import type { Page, Request } from 'playwright-core';
import { claimPastDate, pastDate } from './past';
import {
  addPhotos,
  inHours,
  newPair,
  newStudent,
  offerOf,
  respond,
  type OfferBody,
  type Pair,
} from './people';
import { alertOf, button, call, clickAndSend, failing, heading, held, hueOf, path, textOf } from './screens';
import { address, http, look, type Session } from './stage';
import { walk } from './statements';

const offersOf = async ({ session }: { session: Session }) =>
  (await http('GET /offers', { as: session })).body.items as any[];
const report = (offerId: string, more: object = {}) => ({
  offerId,
  reportType: 'no_show',
  description: 'Nobody came.',
  createdAt: new Date().toISOString(),
  ...more,
});
const sendReport = (as: Session, body: object) => http('POST /safety/report', { as, body });

// by HTTP
let pair: Pair;
let offer: any;
const WANTED = { location: 'Main gate', activity: 'A walk', message: 'Rain or shine' };

walk({
  'S1.4.1': async () => {
    pair = await newPair();
    await addPhotos(pair.sender, 1);
    offer = await offerOf(pair, WANTED);
    const { proposedDate } = offer;
    expect((await offersOf(pair.recipient))[0]).toMatchObject({ ...WANTED, proposedDate });
    const without = await newPair();
    await offerOf(without);
    expect((await offersOf(without.recipient))[0]).not.toHaveProperty('message');
  },

  'S3.12.1': async () => {
    expect(offer).toMatchObject({
      ...WANTED,
      id: expect.any(String),
      fromUserId: pair.sender.session.user.id,
      toUserId: pair.recipient.session.user.id,
      status: 'pending',
    });
    for (const key of ['proposedDate', 'createdAt', 'updatedAt'])
      expect(offer[key]).toBe(new Date(offer[key]).toISOString());
  },

  'S3.12.2': async () => {
    const { fromUser, toUser } = offer;
    const photo = expect.stringContaining('/');
    expect(fromUser).toMatchObject({ name: 'Sam', age: expect.any(Number), photo });
    expect(toUser).toMatchObject({ name: 'Rae', age: expect.any(Number) });
    expect(toUser).not.toHaveProperty('photo');
  },

  'S6.3.2': async () => {
    const stranger = await newStudent();
    for (const action of ['accept', 'decline', 'reschedule']) {
      const body = { offerId: offer.id, action, rescheduleData: { proposedDate: inHours(90) } };
      const by = async (as: Session) => (await http(`POST /offers/${offer.id}/respond`, { as, body })).status;
      expect(await by(pair.sender.session)).toBe(403);
      expect(await by(stranger.session)).toBe(404);
    }
    const past = claimPastDate();
    const by = async (as: Session) => (await sendReport(as, report(past.offerId))).status;
    expect(await by(past.sender.session)).toBe(403);
    expect(await by(stranger.session)).toBe(404);
    expect(await by(past.recipient.session)).toBe(201);
  },

  'S1.4.4': async () => {
    expect((await sendReport(pair.recipient.session, report(offer.id))).status).toBe(403);
    const over = claimPastDate();
    expect((await sendReport(over.sender.session, report(over.offerId))).status).toBe(403);
    expect((await sendReport(over.recipient.session, report(over.offerId))).status).toBe(201);
  },

  'S1.4.3': async () => {
    const calendar = () => http(`GET /offers/${offer.id}/calendar`, { as: pair.recipient.session });
    expect((await calendar()).status).toBe(409);
    expect((await respond(pair, offer.id, 'accept')).status).toBe('accepted');
    expect((await calendar()).body.ics).toMatch(/^BEGIN:VCALENDAR\r\n/);
  },

  'S1.4.2': async () => {
    const rescheduleData = { proposedDate: inHours(90) };
    for (const [action, status, more] of [
      ['decline', 'declined', {}],
      ['reschedule', 'rescheduled', { rescheduleData }],
    ] as const) {
      const next = await newPair();
      expect((await respond(next, (await offerOf(next)).id, action, more)).status).toBe(status);
    }
  },
});

// a student without offers
let page: Page;
let reads = 0;
let thanked: Promise<void> | undefined;

walk({
  'S2.7.4': async () => {
    let answer!: () => void;
    page = await look((await newStudent()).session, '/offers', {
      before: async (fresh) => void (answer = await held(fresh, '**/api/v1/offers')),
    });
    await page
      .getByRole('status', { name: 'Loading your offers' })
      .or(page.getByText('Loading your offers'))
      .first()
      .waitFor();
    expect(await page.locator('#main [class*=spinner]').count()).toBeGreaterThan(0);
    answer();
  },

  'S2.7.2': async () => {
    await page.getByText('No received offers yet', { exact: true }).waitFor();
    await page.getByText(/Complete your profile/).waitFor();
    await button(page, 'Complete Profile').click();
    await path(page, '/profile');
    await page.goBack();
    await button(page, 'Continue Onboarding').click();
    await path(page, '/');
    await page.goBack();
  },

  'S2.7.3': async () => {
    await page.getByRole('tab', { name: /Sent/ }).click();
    await page.getByText('No sent offers yet', { exact: true }).waitFor();
    await page.getByText(/Start browsing/).waitFor();
    await button(page, 'Continue Onboarding').waitFor();
    await button(page, 'Complete Profile').click();
    await path(page, '/profile');
  },

  'S9.6.1': async () => {
    await page.goto(`${address()}/offers`);
    await page.getByText('No received offers yet').waitFor();
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/v1/photos') reads += 1;
    });
    const visit = async () => {
      await page.getByRole('link', { name: 'Photos' }).first().click();
      await heading(page, 'Add Your Photos');
      await page.getByText('0/6', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Offers' }).first().click();
      await heading(page, 'Your Offers');
    };
    const began = Date.now();
    await visit();
    expect(reads).toBe(1);
    await page.clock.setFixedTime(began + 290_000);
    await visit();
    expect(reads).toBe(1);
    await page.clock.setFixedTime(Date.now() + 310_000);
    await visit();
    expect(reads).toBe(2);
    for (const [status, tries] of [
      [500, 2],
      [503, 2],
      [409, 1],
      [403, 1],
    ] as const) {
      await page.unroute('**/api/v1/photos');
      await failing(page, 'GET', '/photos', status);
      reads = 0;
      await page.goto(`${address()}/photos`);
      await button(page, 'Try Again').waitFor();
      expect([status, reads]).toEqual([status, tries]);
    }
  },
});

// offers that cannot be loaded
const OFFERS = '**/api/v1/offers';

async function expectFailure(status: number | null, text: string): Promise<void> {
  await page.unroute(OFFERS);
  await (status === null
    ? page.route(OFFERS, (route) => route.abort())
    : failing(page, 'GET', '/offers', status));
  await page.goto(`${address()}/offers`);
  await page.getByText('Unable to Load Offers', { exact: true }).waitFor();
  await page.getByText(text, { exact: true }).waitFor();
}

const failure = (status: number | null, text: string) => () => expectFailure(status, text);
const SERVER_ERROR = 'Server error. Please try again later.';

walk({
  'S2.7.5': async () => {
    page = await look((await newStudent()).session, '/offers', {
      before: (fresh) => failing(fresh, 'GET', '/offers', 500),
    });
    await page.getByText('Unable to Load Offers', { exact: true }).waitFor();
    await page.getByText(SERVER_ERROR, { exact: true }).waitFor();
  },

  'S2.7.6': async () => {
    await page.unroute(OFFERS);
    await page.evaluate(() => Object.assign(window, { isOld: true }));
    await button(page, 'Try Again').click();
    await page.getByText('No received offers yet', { exact: true }).waitFor();
    expect(await page.evaluate(() => 'isOld' in window)).toBe(false);
  },

  'S8.2.1': failure(null, 'Network error. Please check your connection and try again.'),
  'S8.2.3': failure(403, "You don't have permission to perform this action."),
  'S8.2.4': failure(404, 'The requested resource was not found.'),
  'S8.2.5': failure(500, SERVER_ERROR),

  'S8.2.6': async () => {
    await expectFailure(409, 'Failed to load offers: Conflict');
    const signIn = await look(null);
    await signIn.route('**/auth/v1/otp*', (route) =>
      route.fulfill({ status: 422, json: { code: 422, msg: '' } }),
    );
    await signIn.getByLabel('University email').fill('ann@campus.edu');
    await button(signIn, 'Send code').click();
    await alertOf(signIn, 'An unexpected error occurred. Please try again.');
  },

  'S7.3.2': async () => {
    for (const [at, status, text] of [
      ['availability', 502, 'Failed to load availability: Bad Gateway'],
      ['photos', 429, 'Failed to load photos: Too Many Requests'],
    ] as const) {
      await failing(page, 'GET', `/${at}`, status);
      await page.goto(`${address()}/${at}`);
      await page.getByText(text, { exact: true }).waitFor();
    }
  },

  'S8.2.2': failure(401, 'Session expired. Please sign in again.'),
});

// invitations
walk({
  'S7.2.13': async () => {
    pair = await newPair();
    const { status, body } = await http('GET /matches', { as: pair.sender.session });
    expect(status).toBe(200);
    expect(body.items.map((match: any) => match.name)).toEqual(['Rae']);
    page = await look(pair.sender.session, '/matches');
    await page.getByRole('heading', { name: /Rae/ }).first().waitFor();
  },

  'S7.2.10': async () => {
    await button(page, 'Invite').click();
    const dialog = page.getByRole('dialog', { name: 'Invite Rae' });
    await dialog.getByLabel('Activity').fill('Chess');
    await dialog.getByLabel('Location').fill('Library');
    const made = call(page, 'POST /offers');
    await clickAndSend(page, dialog.getByRole('button', { name: /^Send: / }));
    const request = await made;
    expect(request.postDataJSON()).toEqual({
      toUserId: pair.recipient.session.user.id,
      proposedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      location: 'Library',
      activity: 'Chess',
    });
    expect((await request.response())!.status()).toBe(201);
    const { status, body } = await http('GET /offers', { as: pair.recipient.session });
    expect([status, body.items.length, body.nextCursor]).toEqual([200, 1, null]);
  },
});

// from an offer to its answer, and the date that is over
let long: string;
const SUCCESS = /^Offer \w+ successfully!$/;
const HUES = {
  Pending: [30, 65],
  Accepted: [80, 170],
  Declined: [340, 380],
  Rescheduled: [190, 250],
  Completed: [255, 330],
} as const;
type Badge = keyof typeof HUES;

/** What a recipient sees, by the badge of the offer. */
const shown = new Map<Badge, { page: Page; pair: Pair; offer: any }>();
/** The browser's own dialogs. */
const boxes: string[] = [];
let later: string;

/** A new offer, on the page of its recipient. */
async function receive(body?: OfferBody): Promise<void> {
  pair = await newPair();
  offer = await offerOf(pair, body);
  page = await look(pair.recipient.session, '/offers', { timezoneId: 'UTC' });
  page.on('dialog', (box) => {
    boxes.push(box.message());
    void box.dismiss();
  });
}

const card = (on = page) => on.getByRole('article').first();
const sheet = () => page.getByRole('dialog', { name: 'Reschedule' });
const propose = () => sheet().getByRole('button', { name: /^Propose / });
async function chooseTime(at: string): Promise<void> {
  await sheet().getByText('Another time').click();
  await sheet().getByLabel('Your time').fill(at.slice(0, 16));
}
const tabs = async (on: Page) => Promise.all((await on.getByRole('tab').all()).map(textOf));

interface Answered {
  readonly request: Request;
  /** The notice of success. */
  readonly said: string;
}

/** Presses an answer that the server holds: until then the page must not show its badge. */
async function answerHeld(name: 'Accept' | 'Decline', badge: Badge, body?: OfferBody): Promise<Answered> {
  await receive(body);
  const answer = await held(page, '**/respond');
  await button(page, name).waitFor();
  await page.evaluate((early) => {
    const check = () => {
      if (document.querySelector('article')?.innerText.includes(early))
        document.documentElement.dataset.early = early;
    };
    new MutationObserver(check).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  }, badge);
  const sent = call(page, `POST /offers/${offer.id}/respond`);
  await clickAndSend(page, button(page, name));
  await page.locator('article button[aria-busy=true]').waitFor();
  expect(await card().getByText('Pending', { exact: true }).count()).toBe(1);
  expect(await page.evaluate(() => document.documentElement.dataset.early)).toBeUndefined();
  answer();
  const said = await page.getByRole('status').getByText(SUCCESS).innerText();
  await card().getByText(badge, { exact: true }).waitFor();
  const [now] = await offersOf(pair.sender);
  expect(now.status).toBe(badge.toLowerCase());
  expect(Date.parse(now.updatedAt)).toBeGreaterThan(Date.parse(offer.updatedAt));
  shown.set(badge, { page, pair, offer });
  return { request: await sent, said };
}

let accepted: Answered;
let declined: Answered;
let rescheduled: Answered;

walk({
  'S2.7.1': async () => {
    const proposedDate = inHours(240);
    long = new Date(proposedDate).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' });
    await receive({ proposedDate });
    shown.set('Pending', { page, pair, offer });
    await heading(page, 'Your Offers');
    await card().waitFor();
    expect(await tabs(page)).toEqual(['Received 1', 'Sent 0']);
  },

  'S2.7.7': async () => {
    await card().getByText('Pending', { exact: true }).waitFor();
    await card().getByText(long, { exact: true }).waitFor();
  },

  'S2.7.8': async () => {
    const sent = await look(pair.sender.session, '/offers?tab=sent');
    await card(sent).waitFor();
    expect(await tabs(sent)).toEqual(['Received 0', 'Sent 1']);
    for (const name of ['Accept', 'Decline', 'Reschedule']) {
      expect(await button(page, name).isVisible()).toBe(true);
      expect(await button(sent, name).count()).toBe(0);
    }
  },

  'S6.3.1': async () => {
    const idsOf = async (who: { session: Session }) => (await offersOf(who)).map(({ id }) => id);
    expect(await idsOf(pair.sender)).toEqual([offer.id]);
    expect(await idsOf(pair.recipient)).toEqual([offer.id]);
    const stranger = await newStudent();
    expect(await idsOf(stranger)).toEqual([]);
    expect((await http(`GET /offers/${offer.id}/calendar`, { as: stranger.session })).status).toBe(404);
  },

  'S9.9.1': async () => {
    await page.locator('.f-entry').getByText(long, { exact: true }).waitFor();
    await button(page, 'Reschedule').click();
    await sheet().getByText(new RegExp(long)).waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 800 });
    await page.locator('.f-entry').first().waitFor({ state: 'detached' });
    await page.getByText(long, { exact: true }).waitFor();
  },

  'S2.7.11': async () => {
    await receive();
    shown.set('Rescheduled', { page, pair, offer });
    await button(page, 'Reschedule').click();
    await sheet().getByText('Another time').click();
    await sheet().getByLabel('Your time').waitFor();
    expect(
      await sheet()
        .getByLabel(/Location/)
        .count(),
    ).toBe(0);
    expect(await propose().count()).toBe(0);
    await chooseTime(offer.proposedDate);
    await sheet()
      .getByLabel(/Location/)
      .waitFor();
  },

  'S2.7.12': async () => {
    later = inHours(80);
    expect(await propose().count()).toBe(0);
    await chooseTime(later);
    await propose().waitFor();
  },

  'S4.6.3': async () => {
    const sent = call(page, `POST /offers/${offer.id}/respond`);
    await clickAndSend(page, propose());
    const said = await page.getByRole('status').getByText(SUCCESS).innerText();
    rescheduled = { request: await sent, said };
    await page.getByRole('article').getByText('Rescheduled', { exact: true }).first().waitFor();
    const items = await offersOf(pair.sender);
    expect(items.find(({ id }) => id === offer.id).status).toBe('rescheduled');
    expect(items.find(({ counterOf }) => counterOf === offer.id)).toMatchObject({
      status: 'pending',
      proposedDate: later,
      location: 'Common Ground café',
      fromUserId: pair.recipient.session.user.id,
      can: { accept: true },
    });
  },

  'S4.6.2': async () => {
    declined = await answerHeld('Decline', 'Declined');
    accepted = await answerHeld('Accept', 'Accepted', { activity: 'Chess' });
  },

  'S8.3.5': async () => {
    expect([accepted, declined, rescheduled].map(({ said }) => said)).toEqual([
      'Offer accepted successfully!',
      'Offer declined successfully!',
      'Offer rescheduled successfully!',
    ]);
  },

  'S7.3.3': async () => expect(boxes).toEqual([]),

  'S7.2.11': async () => {
    const { id } = shown.get('Declined')!.offer;
    expect(declined.request.postDataJSON()).toEqual({ offerId: id, action: 'decline' });
    expect((await declined.request.response())!.status()).toBe(200);
  },

  'S3.13.1': async () => {
    expect(accepted.request.postDataJSON()).toEqual({ offerId: offer.id, action: 'accept' });
    const acceptedPage = page;
    await receive();
    await button(page, 'Reschedule').click();
    await chooseTime(later);
    await sheet()
      .getByLabel(/Location/)
      .fill('Boat house');
    await button(sheet(), 'Add a line for Sam').click();
    await sheet()
      .getByLabel(/Message/)
      .fill('Later?');
    const sent = call(page, `POST /offers/${offer.id}/respond`);
    await clickAndSend(page, propose());
    expect((await sent).postDataJSON()).toEqual({
      offerId: offer.id,
      action: 'reschedule',
      message: 'Later?',
      rescheduleData: { proposedDate: later, location: 'Boat house', activity: 'Coffee' },
    });
    page = acceptedPage;
  },

  'S2.7.9': async () => {
    await button(page, 'Add to Calendar').waitFor();
    const { sender } = shown.get('Accepted')!.pair;
    await button(await look(sender.session, '/offers?tab=sent'), 'Add to Calendar').waitFor();
  },

  'S9.8.1': async () => {
    const { id, proposedDate } = shown.get('Accepted')!.offer;
    await button(page, 'Add to Calendar').click();
    const download = page.waitForEvent('download');
    await button(page, 'Download calendar file').click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`${id}.ics`);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    const ics = Buffer.concat(chunks).toString('utf8').replaceAll('\r\n ', '');
    const stamp = (iso: string) => iso.replaceAll(/[-:]|\.\d{3}/g, '');
    const end = new Date(Date.parse(proposedDate) + 2 * 3_600_000).toISOString();
    expect(ics).toContain(`DTSTART:${stamp(proposedDate)}`);
    expect(/DTEND:(.+)/.exec(ics)?.[1]?.trim() ?? `${/DURATION:(.+)/.exec(ics)?.[1]}`).toMatch(
      new RegExp(`${stamp(end)}|PT2H`),
    );
    expect(ics).toMatch(/^STATUS:CONFIRMED\r?$/m);
    expect(ics).toMatch(/^SUMMARY:Date: Chess\r?$/m);
  },

  'S2.7.10': async () => {
    const { recipient, sender, offerId } = pastDate();
    const other = await look(sender.session, '/offers?tab=sent');
    await card(other).getByText('Completed', { exact: true }).waitFor();
    expect(await button(other, 'Report Issue').count()).toBe(0);
    page = await look(recipient.session, '/offers');
    shown.set('Completed', { page, pair: pastDate(), offer: { id: offerId } });
    await button(page, 'Report Issue').waitFor();
  },

  'S4.6.1': async () => {
    for (const [badge, { page: on }] of shown) {
      const color = await on
        .getByRole('article')
        .getByText(badge, { exact: true })
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
      const [from, to] = HUES[badge];
      const hue = hueOf(color) < from ? hueOf(color) + 360 : hueOf(color);
      expect([badge, hue >= from && hue <= to]).toEqual([badge, true]);
    }
    expect([...shown.keys()].toSorted()).toEqual(Object.keys(HUES).toSorted());
  },

  'S4.6.4': async () => {
    const abilities: Record<string, [calendar: boolean, report: boolean]> = {};
    for (const { pair: both, offer: one } of shown.values()) {
      const found = (await offersOf(both.recipient)).find(({ id }) => id === one.id);
      abilities[found.status] = [found.can.addToCalendar, found.can.report];
    }
    expect(abilities).toEqual({
      pending: [false, false],
      accepted: [true, false],
      declined: [false, false],
      rescheduled: [false, false],
      completed: [false, true],
    });
    expect(await button(page, 'Add to Calendar').count()).toBe(0);
  },

  'S9.10.1': async () => {
    await button(page, 'Report Issue').click();
    const types = page.getByRole('dialog', { name: 'Report Issue', exact: true }).getByLabel('Type');
    expect(await types.inputValue()).toBe('no_show');
    const options = await types
      .locator('option')
      .evaluateAll((all) => all.map((each) => [(each as HTMLOptionElement).value, each.textContent]));
    expect(options).toEqual([
      ['no_show', 'No Show'],
      ['inappropriate_behavior', 'Inappropriate Behavior'],
      ['safety_concern', 'Safety Concern'],
      ['fake_profile', 'Fake Profile'],
    ]);
    const { recipient, offerId } = pastDate();
    const refused = await sendReport(recipient.session, report(offerId, { reportType: 'boring' }));
    expect(refused.status).toBe(400);
  },

  'S5.12.1': async () => {
    const dialog = page.getByRole('dialog', { name: 'Report Issue' });
    expect(await button(dialog, 'Submit').isDisabled()).toBe(true);
    await dialog.getByLabel('Details').fill('   ');
    await button(dialog, 'Submit').click();
    await alertOf(page, 'Please provide details about the incident');
    const { recipient, offerId } = pastDate();
    const refused = await sendReport(recipient.session, report(offerId, { description: '   ' }));
    expect(refused.status).toBe(400);
  },

  'S3.13.2': async () => {
    await failing(page, 'POST', '/safety/report', 500);
    const dialog = page.getByRole('dialog', { name: 'Report Issue' });
    await dialog.getByLabel('Details').fill('Nobody came.');
    const sent = call(page, 'POST /safety/report');
    await button(dialog, 'Submit').click();
    const { createdAt, ...rest } = (await sent).postDataJSON();
    const { offerId } = pastDate();
    expect(rest).toEqual({ offerId, reportType: 'no_show', description: 'Nobody came.' });
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(60_000);
    await alertOf(page, 'Failed to submit report. Please try again.');
  },

  'S7.2.12': async () => {
    const { recipient, offerId } = claimPastDate();
    page = await look(recipient.session, '/offers');
    await button(page, 'Report Issue').click();
    const dialog = page.getByRole('dialog', { name: 'Report Issue' });
    await dialog.getByLabel('Type').selectOption('safety_concern');
    await dialog.getByLabel('Details').fill('  It felt unsafe.  ');
    const sent = call(page, 'POST /safety/report');
    thanked = page
      .getByRole('status')
      .getByText('Report submitted successfully. Our safety team will review it.', { exact: true })
      .waitFor();
    // it is awaited by the next statement
    thanked.catch(() => undefined);
    await button(dialog, 'Submit').click();
    const request = await sent;
    expect(request.postDataJSON()).toMatchObject({
      offerId,
      reportType: 'safety_concern',
      description: 'It felt unsafe.',
    });
    expect((await request.response())!.status()).toBe(201);
  },

  'S8.3.4': async () => {
    expect(thanked).toBeDefined();
    await thanked;
  },
});
