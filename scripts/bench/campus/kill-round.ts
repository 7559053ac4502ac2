import type { Scene } from './run-drill';
import { until } from './until';

const ROUND = 'scripts/operate/main.ts';

interface ReadyRow {
  readonly figures: { readonly students: number; readonly lists: number };
}

interface RoundRow {
  readonly _id: string;
  readonly attempt: number;
  readonly until: Date;
  readonly ready: ReadyRow | null;
}

/** Kills a round in its middle; an API process makes the next attempt after the lease. */
export async function killRound({ stage, crowd, expect }: Scene): Promise<void> {
  const rounds = stage.admin.collection<RoundRow>('match_rounds');
  const newest = async () => (await rounds.find().sort({ _id: -1 }).limit(1).toArray())[0];
  await until('a round', async () => (await newest())?.ready);
  const { _id, attempt, ready } = (await newest()) as RoundRow & { ready: ReadyRow };
  const parts = (name: string, key: string) => stage.admin.collection(name).find({ round: key });
  const count = async (key: string) =>
    (await stage.admin.collection('match_pieces').countDocuments({ round: key })) +
    (await stage.admin.collection('match_lists').countDocuments({ round: key }));
  const killed = `${_id}.${attempt + 1}`;
  const command = stage.start(ROUND, 'round', '--again');
  const { students } = ready.figures;
  await until(
    'a piece of an attempt',
    async () => (await count(killed)) > 0 || command.child.exitCode !== null,
    60_000,
    1,
  );
  await command.end('SIGKILL');
  const left = await newest();
  expect('the round was killed before it was published', (left?.until.getTime() ?? 0) > 0);
  expect('it was killed after its first piece', (await count(killed)) > 0);
  expect('the lists of before stay', Boolean(left?.ready));
  // as if the minute of its lease were over, and the process had died in a first attempt; nobody holds a list of the hidden round
  await crowd.rest();
  await rounds.updateOne({ _id }, { $set: { until: new Date(0), ready: null } });
  await until('a round by another process', async () => {
    const now = await newest();
    return now!.attempt === attempt + 2 && now!.ready;
  });
  crowd.go();
  await until('nothing of the killed attempt is left', async () => (await count(killed)) === 0);
  const made = `${_id}.${attempt + 2}`;
  const { figures } = (await newest())!.ready!;
  const pieces = (await parts('match_pieces', made).toArray()).map((piece) => String(piece._id));
  const lists = (await parts('match_lists', made).toArray()).map((list) => String(list._id));
  const rows = pieces.filter((id) => id.startsWith(`${made}/rows/`)).toSorted();
  expect('as many students as before are in it', figures.students === students);
  expect('each of its lists is there once', lists.length === figures.lists && figures.lists === students);
  expect(
    'its pieces have no gap',
    rows.length > 0 && rows.every((id, at) => id === `${made}/rows/${String(at).padStart(6, '0')}`),
  );
  expect(
    'it has one history',
    pieces.filter((id) => id.startsWith(`${made}/past/`)).length === Math.ceil(students / 1_000),
  );
  const joined = pieces.map((id) => id.replace('/joined/', '/')).filter((id) => lists.includes(id));
  expect('nobody in its lists is a joiner, too', joined.length === 0);
}
