import { writeFileSync } from 'node:fs';
import { Server } from 'node:net';
import { DESK } from '../serve/desk-server';
import { assertFree } from '../serve/listen';
import { explain } from './failure';

const failureOf = (work: () => void): Error => {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('it did not fail');
};

describe('a start that fails', () => {
  it.each([
    [
      'EACCES',
      { port: 80, name: 'the shell' },
      /^Port 80, wanted by the shell, is for .*: PORT=8080 npm start\.$/,
    ],
    [
      'EADDRINUSE',
      { port: 5_000, ...DESK },
      /^Port 5000, wanted by the safety desk, .*: DESK_PORT=5100 npm start\.$/,
    ],
  ])('by %s of a port - names the port, and the setting to change', async (code, wanted, sentence) => {
    jest.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
      queueMicrotask(() => this.emit('error', Object.assign(new Error(`listen ${code}`), { code })));
      return this;
    });
    const refused = await assertFree('127.0.0.1', [wanted]).catch((error: unknown) => error);
    jest.restoreAllMocks();
    expect(explain(refused).text).toMatch(sentence);
  });

  it.each([
    ['a full disk', failureOf(() => writeFileSync('/dev/full', 'x')), 'The disk is full: free some space'],
    [
      'a full disk, in a text of lmdb',
      new Error('mdb_txn_commit: No space left on device'),
      'The disk is full: ',
    ],
    [
      'a read-only folder',
      Object.assign(new Error("EROFS: read-only file system, mkdir '.data'"), { code: 'EROFS' }),
      'name another folder for its data by DATA_DIR',
    ],
    [
      'a read-only folder, in a text of webpack',
      new Error("x\nEACCES: open 'shell/dist'"),
      'clone Flint into a folder',
    ],
  ])('%s - is one sentence and how to go on', (_name, error, sentence) => {
    const { text, exitCode } = explain(error);
    expect(text).toContain(sentence);
    expect(text).not.toContain('\n');
    expect(exitCode).toBe(1);
  });
});
