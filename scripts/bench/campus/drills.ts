import { setTimeout as wait } from 'node:timers/promises';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { MINUTE_MS } from '@flint/contracts/time';
import sharp from 'sharp';
import { endCertificate } from './certificate';
import { killRound } from './kill-round';
import { failScreens, neglect, NEGLECTED, SCREENS_FAIL } from './neglect';
import { losePush, wave } from './notices';
import { reportSomebody } from './report-somebody';
import type { Drill, Scene } from './run-drill';
import { KEYS, SAFETY_EMAIL, type Stage } from './stage';
import { Student, Tally } from './students';
import { until } from './until';

const ERRORS = 'FlintAnswers5xx';
const DATABASE_AWAY = 'FlintDatabaseAway';
const TARGET_AWAY = 'FlintTargetAway';
const PHOTO_STORE_AWAY = 'FlintPhotoStoreAway';
/** An attacker who gets no 429 within this time is not limited. */
const FLOOD_MS = 90_000;

/** Takes something away for a while, at least until an alert fires, and brings it back. */
async function away(
  { stage, pauseMs }: Scene,
  alert: string,
  off: () => Promise<void>,
  on: () => Promise<void>,
): Promise<void> {
  await off();
  await wait(pauseMs);
  await until(alert, () => stage.collector.fired().includes(alert)).finally(on);
}

async function failDatabase({ admin }: Stage, mode: object | string): Promise<void> {
  const data = { failCommands: ['insert', 'update', 'findAndModify', 'delete'], errorCode: 14_031 };
  await admin.db!.admin().command({ configureFailPoint: 'failCommand', mode, data });
}

async function backUpAndRestore({ stage, crowd, pauseMs, expect }: Scene): Promise<void> {
  const folder = path.join(stage.dir, 'backup');
  await rm(folder, { recursive: true, force: true });
  await crowd.rest();
  const before = await crowd.lost();
  expect('nothing was lost before the backup', before.length === 0);
  crowd.go();
  await wait(pauseMs / 2);
  const ends = crowd.students.map((student) => student.remember());
  const said = await stage.operate('backup', folder);
  expect('the backup says what it holds', /^kept \d+ documents, \d+ picture files$/m.test(said));
  await crowd.rest();
  const kept = ends.map((end) => end());
  crowd.go();
  await wait(1_000);
  await crowd.rest();
  await stage.stop();
  const back = await stage.operate('restore', folder, '--replace');
  expect('the restore says what it brought back', back.startsWith('brought back'));
  await until('an alert', () => stage.collector.fired().includes('FlintAway'));
  await stage.begin();
  // what came after the backup is gone
  crowd.students.forEach((student, at) => (student.acknowledged = kept[at]!));
}

/** One of each kind ends, as at a machine that is taken away: the others serve the students. */
async function loseOfEach({ stage }: Scene): Promise<void> {
  await Promise.all([stage.apis[0]!, ...stage.others.slice(1)].map((each) => each.end('SIGTERM')));
  await until('an alert', () => stage.collector.fired().includes(TARGET_AWAY));
}

async function rotate({ stage, crowd, expect }: Scene): Promise<void> {
  stage.set({ DATA_KEYS: `${KEYS.fresh},${KEYS.old}` });
  await stage.restart();
  const command = stage.start('services/src/data-keys-cli.ts', 'rotate', 'k2');
  const code = await command.exit;
  if (code !== 0) throw new Error(`the rotation ended with ${code}: ${command.output()}`);
  expect('it says that the old key may go', command.output().includes('k1'));
  stage.set({ DATA_KEYS: KEYS.fresh });
  await stage.restart();
  await crowd.rest();
}

async function picture(): Promise<Uint8Array<ArrayBuffer>> {
  const create = { width: 400, height: 500, channels: 3, background: '#c2410c' } as const;
  return new Uint8Array(await sharp({ create }).jpeg().toBuffer());
}

async function losePhotoStore(scene: Scene): Promise<void> {
  const { stage, crowd, expect } = scene;
  const student = crowd.students[0]!;
  const type = 'image/jpeg';
  const { body } = await student.insist('POST /api/v1/photos/upload-url', {
    body: { fileName: 'me.jpg', fileType: type },
  });
  const headers = { 'content-type': type };
  const put = await fetch(body.uploadUrl, { method: 'PUT', headers, body: await picture() });
  expect('the store takes a picture', put.ok);
  const photos = { photos: [{ url: body.url }] };
  const answers = new Set<number>();
  const save = () =>
    until('the photo is saved', async () => {
      const { status } = await student.ask('POST /api/v1/photos', { body: photos });
      answers.add(status);
      // as a page does: without a pause, the limit on writes would refuse it
      if (status !== 200) await wait(1_000);
      return answers.has(200);
    });
  await stage.photoStore.away();
  const saving = [save(), save(), save(), save()];
  await away(scene, PHOTO_STORE_AWAY, () => Promise.resolve(), stage.photoStore.back);
  await Promise.all(saving);
  expect('the photo is refused with 503 while the store is away', answers.has(503));
  const { body: album } = await student.ask('GET /api/v1/photos');
  expect('the photo is in the album', album.items.length === 1);
}

/** So many newcomers ask for a code. */
async function askForCodes(stage: Stage, count: number): Promise<void> {
  const tally = new Tally();
  for (let n = 0; n < count; n++) {
    const email = `code-${count}-${n}@campus.edu`;
    const newcomer = new Student(stage, email, () => tally, 8_000_000 + 1_000 * count + n);
    await newcomer.insistSignedOut('POST /auth/v1/otp', { email, create_user: true });
  }
}

async function loseMail(scene: Scene): Promise<void> {
  const { stage, crowd, expect } = scene;
  const reports = () => stage.mail.taken.filter(({ to }) => to === SAFETY_EMAIL).length;
  const before = reports();
  await crowd.rest();
  await stage.mail.away();
  await askForCodes(stage, 120);
  await until('an alert', () => stage.collector.fired().includes('FlintMailWaits'));
  await reportSomebody(scene, 'a report is taken while mail is away');
  await stage.setClock(40 * MINUTE_MS);
  await until('an alert', () => stage.collector.fired().includes('FlintJobWaits'));
  stage.mail.refuseAllBut(SAFETY_EMAIL);
  await stage.mail.back();
  await askForCodes(stage, 10);
  await until('an alert', () => stage.collector.fired().includes('FlintMailGivenUp'));
  stage.mail.refuseAllBut(null);
  crowd.go();
  await stage.setClock(70 * MINUTE_MS);
  await until('the mail of the report', () => reports() > before);
  await wait(1_500);
  expect('the safety team hears once', reports() === before + 1);
}

async function attack({ stage, crowd, pauseMs, expect }: Scene): Promise<void> {
  const [bad, good] = [new Tally(), new Tally()];
  const mallory = new Student(stage, 'mallory@campus.edu', () => bad, 9_000_000);
  await mallory.signIn();
  const [write, code] = ['PUT /api/v1/offers/mail', 'POST /auth/v1/otp'];
  const isTold = (what: string) => bad.refused.some((told) => told.startsWith(`${what}: 429`));
  const over = new AbortController();
  let n = 0;
  const flood = async () => {
    while (!over.signal.aborted) {
      await mallory.ask(write, { body: { wanted: n % 2 === 0 } });
      await mallory.insistSignedOut(code, { email: `nobody${n++}@campus.edu`, create_user: true });
    }
  };
  const flooding = Array.from({ length: 8 }, flood);
  try {
    await until('the attacker is told to wait', () => isTold(write) && isTold(code), FLOOD_MS);
    const honest = new Student(stage, 'newcomer@campus.edu', () => good, 9_000_001);
    await honest.signIn();
    expect('a newcomer signs in meanwhile', (await honest.ask('GET /api/v1/offers')).status === 200);
    await wait(pauseMs);
  } finally {
    over.abort();
    await Promise.all(flooding);
  }
  const others = bad.refused.filter((told) => !told.includes(': 429'));
  expect('the attacker gets 429 and nothing else', [...others, ...bad.failed, ...bad.signedOut].length === 0);
  expect('the newcomer need not wait', [...good.refused, ...good.failed, ...good.signedOut].length === 0);
  await crowd.rest();
}

/** Every drill, in the order of `--drill all`: those that set the clock come last, because clocks are not set back. */
export const DRILLS: readonly Drill[] = [
  {
    name: 'rolling-restart',
    what: 'both API processes are replaced, one after the other',
    run: ({ stage }) => stage.restart(),
  },
  { name: 'key-rotation', what: 'a new key is held, then seals, then the old one goes', run: rotate },
  {
    name: 'backup-restore',
    what: 'a backup under load, then everything stops and is brought back',
    mayRefuse: true,
    mayEndSessions: true,
    alerts: ['FlintAway'],
    run: backUpAndRestore,
  },
  {
    name: 'migration',
    what: 'everything stops; the newest migration is taken back and applied again',
    mayRefuse: true,
    alerts: ['FlintAway'],
    async run({ stage, crowd, expect }) {
      await crowd.rest();
      await stage.stop();
      expect('one is taken back', (await stage.operate('migrate', 'down')).startsWith('took back'));
      expect('it is applied again', (await stage.operate('migrate')).startsWith('applied'));
      await until('an alert', () => stage.collector.fired().includes('FlintAway'));
      await stage.begin();
    },
  },
  {
    name: 'target',
    what: 'an API process, a page server and the desk end and do not start again',
    alerts: [TARGET_AWAY],
    run: loseOfEach,
  },
  { name: 'round', what: 'the process of a round is killed; another one takes over', run: killRound },
  { name: 'wave', what: 'a new round, and a reminder of every open offer at once', run: wave },
  {
    name: 'certificate',
    what: 'the certificate of the page is not renewed, ends, and is renewed',
    alerts: ['FlintCertificateEnds'],
    run: endCertificate,
  },
  {
    name: 'disk-full',
    what: 'the database has no room',
    mayRefuse: true,
    alerts: [ERRORS],
    async run(scene) {
      const { stage } = scene;
      await away(
        scene,
        ERRORS,
        () => failDatabase(stage, 'alwaysOn'),
        () => failDatabase(stage, 'off'),
      );
    },
  },
  {
    name: 'photo-store',
    what: 'the photo store is away and comes back',
    mayRefuse: true,
    alerts: [PHOTO_STORE_AWAY],
    mayFire: [ERRORS],
    run: losePhotoStore,
  },
  {
    name: 'database',
    what: 'the database is killed and comes back',
    mayRefuse: true,
    alerts: [DATABASE_AWAY],
    mayFire: [ERRORS],
    run: (scene) => away(scene, DATABASE_AWAY, scene.stage.killDatabase, scene.stage.startDatabase),
  },
  {
    name: 'screens',
    what: 'a remote fails in the pages, and its files are changed on the way',
    alerts: SCREENS_FAIL,
    run: failScreens,
  },
  { name: 'attack', what: 'one client sends as fast as it can', run: attack },
  {
    name: 'mail',
    what: 'no mail server for 40 minutes while a student reports somebody; then it refuses everybody else',
    mayRefuse: true,
    mayEndSessions: true,
    alerts: ['FlintMailWaits', 'FlintJobWaits', 'FlintMailGivenUp'],
    run: loseMail,
  },
  {
    name: 'push',
    what: 'no push service for an hour and a half: no way to it, then it refuses, then it says nothing',
    mayRefuse: true,
    mayEndSessions: true,
    alerts: ['FlintPushFails'],
    run: (scene) => losePush(scene, 75 * MINUTE_MS),
  },
  {
    name: 'clock-step',
    what: 'the clock of one process goes five minutes ahead',
    mayRefuse: true,
    mayEndSessions: true,
    async run({ stage, pauseMs }) {
      await stage.setClock(170 * MINUTE_MS, 0);
      await wait(pauseMs);
      await stage.setClock(170 * MINUTE_MS);
    },
  },
  {
    name: 'neglect',
    what: 'nobody makes a round, a backup or a decision for two days',
    mayRefuse: true,
    mayEndSessions: true,
    alerts: NEGLECTED,
    // the letters of two days leave at once
    mayFire: ['FlintMailWaits'],
    run: (scene) => neglect(scene, 175 * MINUTE_MS),
  },
];
