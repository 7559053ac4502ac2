// Longer than 300 lines: one file holds the tests of one section of docs/product.md.
import { pastDate } from './past';
import {
  addPhotos,
  completeStudent,
  inHours,
  newEmail,
  newPair,
  newStudent,
  offerOf,
  respond,
} from './people';
import { ask } from './questions';
import { button, cropAndSave, failing, heading, picture, recordUploads, uploadsOf } from './screens';
import { codeFor, http, look } from './stage';
import { statement } from './statements';

statement('S9.1.1', async () => {
  const email = newEmail();
  await http('POST /auth/v1/otp', { body: { email, create_user: true } });
  expect(await codeFor(email)).toMatch(/^\d{6}$/);
  const { session } = await newStudent();
  const born = async (daysAfterBirthday: number) => {
    const day = new Date(Date.now() + daysAfterBirthday * 86_400_000);
    day.setUTCFullYear(day.getUTCFullYear() - 18);
    const answers = { bundle_intro: { date_of_birth: day.toISOString().slice(0, 10) } };
    return (await http('PATCH /profile', { as: session, body: { answers } })).status;
  };
  expect([await born(-2), await born(2)]).toEqual([200, 422]);
});

statement('S9.2.1', async () => {
  const { session } = await newStudent();
  const status = async (answers: object) =>
    (await http('PATCH /profile', { as: session, body: { answers } })).status;
  for (const [range, expected] of [
    [[18, 30], 200],
    [[17, 30], 422],
    [[18, 31], 422],
  ] as const)
    expect([range, await status({ age_preference: range })]).toEqual([range, expected]);
  for (const [feet, inches, expected] of [
    [4, 0, 200],
    [7, 11, 200],
    [3, 0, 422],
    [8, 0, 422],
    [5, 12, 422],
    [5, -1, 422],
  ] as const)
    expect([feet, inches, await status({ height_feet_inches: { feet, inches } })]).toEqual([
      feet,
      inches,
      expected,
    ]);
  const ages = await ask('age_preference');
  expect(
    await ages.page
      .getByRole('slider')
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value)),
  ).toEqual(['18', '25']);
  const height = await ask('height_feet_inches');
  expect([
    await height.page.getByLabel('Feet').inputValue(),
    await height.page.getByLabel('Inches').inputValue(),
  ]).toEqual(['5', '8']);
});

statement('S9.3.1', async () => {
  const { session } = await newStudent();
  const status = async (answers: object) =>
    (await http('PATCH /profile', { as: session, body: { answers } })).status;
  const three = ['calm', 'curious', 'funny'];
  expect(await status({ personality_type: three })).toBe(200);
  expect(await status({ personality_type: [...three, 'loyal'] })).toBe(422);
  for (const [directness, expected] of [
    [1, 200],
    [7, 200],
    [0, 422],
    [8, 422],
  ] as const)
    expect([directness, await status({ communication_style_self: { directness } })]).toEqual([
      directness,
      expected,
    ]);
  const { page } = await ask('communication_style_self');
  const checked = page.locator('#main form input[type=radio]:checked');
  expect(await checked.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))).toEqual([
    '4',
    '4',
    '4',
    '4',
  ]);
});

statement('S9.4.1', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/availability');
  await page.getByRole('columnheader').first().waitFor();
  expect([
    await page.getByRole('columnheader').count(),
    await page.getByRole('rowheader').count(),
    await page.locator('[role=gridcell]').count(),
  ]).toEqual([7, 24, 168]);
});

statement('S9.5.1', async () => {
  const student = await newStudent();
  await addPhotos(student, 5);
  const page = await look(student.session, '/photos', { before: recordUploads });
  await cropAndSave(page, await picture('wide.jpg', { width: 2000, height: 1500 }));
  const [upload] = await uploadsOf(page);
  expect(upload!.width / upload!.height).toBeCloseTo(0.75, 2);
  await page.getByText('6/6', { exact: true }).waitFor();
  const big = await look((await newStudent()).session, '/photos');
  await big.getByLabel('Add photo').setInputFiles({
    name: 'big.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
  });
  await big.getByRole('alert').getByText('File size must be less than 10MB').waitFor();
});

statement('S9.5.2', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/photos', {
    before: async (fresh) => {
      await recordUploads(fresh);
      await fresh.addInitScript(`(() => {
        const drawn = (window.drawn = []);
        const { toBlob } = HTMLCanvasElement.prototype;
        HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
          drawn.push([type, quality]);
          return toBlob.call(this, done, type, quality);
        };
      })()`);
    },
  });
  await cropAndSave(page, await picture('big.jpg', { width: 3000, height: 4000 }));
  const drawn = (await page.evaluate('window.drawn')) as [string, number][];
  expect(drawn[0]).toEqual(['image/jpeg', 0.9]);
  const [upload] = await uploadsOf(page);
  expect(upload!.contentType).toBe('image/jpeg');
  expect(upload!.size).toBeLessThanOrEqual(1024 * 1024);
  expect(Math.max(upload!.width, upload!.height)).toBe(1024);
});

statement('S9.6.1', async () => {
  const { session } = await newStudent();
  const page = await look(session, '/offers');
  await page.getByText('No received offers yet').waitFor();
  let reads = 0;
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
  await visit();
  expect(reads).toBe(1);
  await page.clock.setFixedTime(Date.now() + 290_000);
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
    const one = await newStudent();
    let asked = 0;
    const failed = await look(one.session, '/photos', {
      before: async (fresh) => {
        fresh.on('request', (request) => {
          if (new URL(request.url()).pathname === '/api/v1/photos') asked += 1;
        });
        await failing(fresh, 'GET', '/photos', status);
      },
    });
    await button(failed, 'Try Again').waitFor();
    expect([status, asked]).toEqual([status, tries]);
  }
});

const percent = async (as: { access_token: string }) =>
  (await http('GET /profile', { as })).body.completeness as number;

statement('S9.7.1', async () => {
  const { session } = await newStudent();
  await http('POST /profile', { as: session, body: { answers: {} } });
  expect(await percent(session)).toBe(20);
  const page = await look(session, '/photos');
  await cropAndSave(page, await picture());
  await button(page, 'Save 1 Photo').click();
  await page.getByText('45%', { exact: true }).waitFor();
  const basicInfo = page.getByRole('list', { name: 'Checklist' }).getByRole('listitem').first();
  await basicInfo.getByText('To do', { exact: true }).waitFor();
  expect(await percent(session)).toBe(45);
  const week = { utcSlots: [{ dayOfWeek: 1, startHour: 9, endHour: 10 }], timezone: 'UTC' };
  const lastUpdated = new Date().toISOString();
  await http('POST /availability', { as: session, body: { ...week, lastUpdated } });
  await page.reload();
  await page.getByText('60%', { exact: true }).waitFor();
  await basicInfo.getByText('Complete', { exact: true }).waitFor();
  expect(await percent(session)).toBe(60);
  await http('PATCH /profile', { as: session, body: { onboardingCompletedAt: lastUpdated } });
  expect(await percent(session)).toBe(100);
  const { session: other } = await completeStudent();
  expect(await percent(other)).toBe(75);
});

statement('S9.7.2', async () => {
  const { session } = await newStudent();
  const utcSlots = [
    { dayOfWeek: 1, startHour: 9, endHour: 17 },
    { dayOfWeek: 2, startHour: 9, endHour: 10 },
    { dayOfWeek: 4, startHour: 20, endHour: 22 },
  ];
  const body = { utcSlots, timezone: 'UTC', lastUpdated: new Date().toISOString() };
  await http('POST /availability', { as: session, body });
  const page = await look(session, '/profile', { timezoneId: 'UTC' });
  const stats = page.getByRole('region', { name: 'Quick Stats' });
  await stats.getByText('6', { exact: true }).waitFor();
});

statement('S9.8.1', async () => {
  const pair = await newPair();
  const proposedDate = inHours(72);
  const { id } = await offerOf(pair, { proposedDate, activity: 'Chess' });
  await respond(pair, id, 'accept');
  const page = await look(pair.recipient.session, '/offers');
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
});

statement('S9.9.1', async () => {
  const pair = await newPair();
  await offerOf(pair, { proposedDate: '2027-01-05T20:00:00.000Z' });
  const long = 'Tuesday, January 5, 2027';
  const page = await look(pair.recipient.session, '/offers');
  await page.getByRole('article').getByText(long, { exact: true }).waitFor();
  await page.locator('.f-entry').getByText(long, { exact: true }).waitFor();
  await button(page, 'Reschedule').click();
  await page.getByRole('dialog').getByText(new RegExp(long)).waitFor();
  const phone = await look(pair.recipient.session, '/offers', { viewport: { width: 390, height: 800 } });
  await phone.getByText(long, { exact: true }).waitFor();
});

statement('S9.10.1', async () => {
  const { recipient, offerId } = pastDate();
  const page = await look(recipient.session, '/offers');
  await button(page, 'Report Issue').click();
  const types = page.getByRole('dialog').getByLabel('Type');
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
  const body = { offerId, reportType: 'boring', description: 'x', createdAt: new Date().toISOString() };
  expect((await http('POST /safety/report', { as: recipient.session, body })).status).toBe(400);
});

statement('S9.11.1', async () => {
  const { session } = await newStudent();
  const now = Date.now();
  const at = (seconds: number) => ({ ...session, expires_at: Math.floor(now / 1000) + seconds });
  let refreshes: number[] = [];
  const open = async (seconds: number) => {
    refreshes = [];
    const started: string[] = [];
    let requests = 0;
    const page = await look(at(seconds), '/profile', {
      before: async (fresh) => {
        await fresh.clock.install({ time: now });
        fresh.on('request', (request) => {
          requests += 1;
          if (request.url().includes('/auth/v1/token')) refreshes.push(Date.now());
          if (request.url().includes('/auth/v1/user')) started.push(request.url());
        });
        await fresh.route('**/auth/v1/token*', (route) => route.fulfill({ status: 503, json: {} }));
      },
    });
    await heading(page, 'Your Profile');
    // real time: the page's clock is fixed
    while (started.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    // a download under way would be given up when the clock runs ahead
    for (let seen = -1; seen !== requests;) {
      seen = requests;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return page;
  };
  // at the first tick more than three ticks remain, at the second at most three
  const page = await open(160);
  await page.clock.runFor(31_000);
  await page.waitForTimeout(300);
  expect(refreshes).toHaveLength(0);
  await page.clock.runFor(30_000);
  await page.waitForTimeout(300);
  expect(refreshes.length).toBeGreaterThan(0);
  const { session: other } = await newStudent();
  const times: number[] = [];
  const failed = await look({ ...other, expires_at: 1 }, '/profile', {
    before: async (fresh) => {
      fresh.on('request', (request) => {
        if (request.url().includes('/auth/v1/token')) times.push(Date.now());
      });
      await fresh.route('**/auth/v1/token*', (route) => route.fulfill({ status: 503, json: {} }));
    },
  });
  while (times.length < 3) await failed.waitForTimeout(50);
  const [first = 0, second = 0] = [times[1]! - times[0]!, times[2]! - times[1]!];
  expect(first).toBeGreaterThanOrEqual(190);
  expect(first).toBeLessThan(400);
  expect(second).toBeGreaterThanOrEqual(390);
});
