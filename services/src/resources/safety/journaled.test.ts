import { fixedClock } from '@flint/services';
import { useTestServer, type TestStudent } from '@flint/testing';
import { journalOf } from '../../infra/journal';
import { joinTwo, pair } from '../offers/testing/campus';
import { decideReport } from './decisions';
import { logAct } from './operator-log';
import { findReport } from './reports';
import { report } from './testing/report';

const clock = fixedClock('2027-03-02T12:00:00Z');
const server = useTestServer({ clock });

const journal = () => journalOf(server.deps.db);
/** The collections of acts since an instant. */
async function journaledSince(instant: Date): Promise<string[]> {
  const found = new Set<string>();
  for await (const act of journal().since(instant))
    found.add('collection' in act ? act.collection : 'erased');
  return [...found].toSorted();
}

/** Makes these calls one after another, whatever the answers. */
async function inTurn(student: TestStudent, ...calls: readonly [at: string, body?: unknown][]) {
  for (const [at, body] of calls) await student.call(at, body);
}

/** What protects students, and the collections that it writes. */
const ACTS: Record<string, [act: (ann: TestStudent, ben: TestStudent) => Promise<unknown>, ...string[]]> = {
  'a block': [(ann, ben) => ann.call('POST /blocks', { userId: ben.id }), 'pairs_apart'],
  'a report': [report, 'pairs_apart', 'safety_reports'],
  'not for me': [(ann, ben) => ann.call(`POST /matches/${ben.id}/hide`), 'pairs_apart'],
  'hidden addresses': [
    (ann) => ann.call('POST /safety/hidden-contacts', { emails: ['eve@campus.edu'] }),
    'pairs_apart',
  ],
  'a pause': [(ann) => ann.call('PUT /safety/pause', { paused: true }), 'safety_standings'],
  'a decline': [async (ann, ben) => ann.respond((await ben.invite(ann)).body.id, 'decline'), 'pairs_apart'],
  'a calendar address that ended': [
    (ann) => inTurn(ann, ['POST /calendar-feed'], ['DELETE /calendar-feed']),
    'calendar_feeds',
  ],
  'a link to a date that was revoked': [
    async (ann, ben) => {
      const { id } = (await ben.invite(ann)).body;
      await ann.respond(id, 'accept');
      await inTurn(ann, [`POST /offers/${id}/share`], [`DELETE /offers/${id}/share`]);
    },
    'shared_dates',
  ],
  'mail that was turned off': [
    (ann) => ann.call('PUT /offers/mail', { wanted: false }),
    'offer_mail_choices',
  ],
  'names that alerts no longer show': [
    (ann) => ann.call('PUT /alerts', { kinds: [], quiet: null, showNames: false }),
    'alert_choices',
  ],
  'an act of an operator': [() => logAct(server.deps, 'kim', 'list'), 'safety_log', 'safety_log_ends'],
};

/** Acts on an offer, which only somebody on the list gets. */
const NEED_LISTS = ['a decline', 'a link to a date that was revoked'];

describe('a process that ends after a commit, before it writes the journal', () => {
  it.each(Object.entries(ACTS))(
    '%s - is written there by timed work',
    async (what, [act, ...collections]) => {
      const [ann, ben] = NEED_LISTS.includes(what) ? await pair(server) : await joinTwo(server);
      clock.advanceSeconds(1);
      const before = clock.now();
      const ended = jest.spyOn(journal(), 'keep').mockRejectedValue(new Error('killed'));
      await act(ann, ben).catch(() => undefined);
      ended.mockRestore();
      expect(await journaledSince(before)).toEqual([]);
      clock.advanceSeconds(61);
      await journal().ship();
      expect(await journaledSince(before)).toEqual(collections);
    },
  );

  it('a decision - is written there although its repeat is refused', async () => {
    const [ann, ben] = await joinTwo(server);
    const { id } = (await report(ann, ben)).body;
    clock.advanceSeconds(61);
    const before = clock.now();
    const verdict = { outcome: 'upheld', measure: 'warning', by: 'kim', reason: 'No.', note: '' } as const;
    const decide = async () => decideReport(server.deps, (await findReport(server.deps, id))!, verdict);
    const ended = jest.spyOn(journal(), 'keep').mockRejectedValue(new Error('killed'));
    await expect(decide()).rejects.toThrow('killed');
    ended.mockRestore();
    expect(await decide()).toEqual({ refused: 'decided' });
    clock.advanceSeconds(61);
    await journal().ship();
    expect(await journaledSince(before)).toEqual(['safety_reports', 'safety_standings']);
  });
});
