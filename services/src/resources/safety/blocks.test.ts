import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fixedClock } from '@flint/services';
import { startTestDatabase, type TestDatabase } from '@flint/testing';
import { openJournal } from '../../infra/journal';
import type { Deps } from '../resource';
import { blocks } from './block.model';
import { adoptBlocks, anonymizeBlocks, liftBlock, ownBlocks } from './blocks';
import { blockPerson } from './block-person';
import { blockedIds, isBlockedBetween } from './index';

let database: TestDatabase;
let deps: Deps;

beforeAll(async () => {
  database = await startTestDatabase();
  await blocks(database.db).init();
  deps = {
    db: database.db,
    env: {},
    clock: fixedClock('2026-03-02T12:00:00Z'),
    secret: randomBytes(32),
    dataDir: await mkdtemp(path.join(tmpdir(), 'flint-blocks-')),
  } as unknown as Deps;
  openJournal(deps);
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(deps.dataDir, { recursive: true });
});
afterEach(() => database.db.collection('blocks').deleteMany({}));

describe('a block', () => {
  it('once recorded - applies to both sides, and to nobody else', async () => {
    await blockPerson(deps, 'ann', 'ben');
    expect(await isBlockedBetween(deps, 'ann', 'ben')).toBe(true);
    expect(await isBlockedBetween(deps, 'ben', 'ann')).toBe(true);
    expect(await isBlockedBetween(deps, 'ann', 'cem')).toBe(false);
    expect([...(await blockedIds(deps, 'ben'))]).toEqual(['ann']);
    expect([...(await blockedIds(deps, 'cem'))]).toEqual([]);
  });

  it('made twice in parallel - is stored once', async () => {
    await Promise.all(Array.from({ length: 10 }, () => blockPerson(deps, 'ann', 'ben')));
    expect(await ownBlocks(deps, 'ann')).toHaveLength(1);
  });

  it('lifted by the blocked student - stays; lifted by the blocker - is deleted', async () => {
    await blockPerson(deps, 'ann', 'ben');
    await liftBlock(deps, 'ben', 'ann');
    expect(await isBlockedBetween(deps, 'ann', 'ben')).toBe(true);
    await liftBlock(deps, 'ann', 'ben');
    expect(await isBlockedBetween(deps, 'ann', 'ben')).toBe(false);
  });

  it('of a student who deletes the account and registers again - applies to the new account, with no old id or address stored', async () => {
    await blockPerson(deps, 'ann', 'ben-1');
    await blockPerson(deps, 'ben-1', 'cem');
    await anonymizeBlocks(deps, 'ben-1', 'ben@campus.edu');
    const stored = JSON.stringify(await database.db.collection('blocks').find().toArray());
    expect(stored).not.toMatch(/ben/);
    expect(await ownBlocks(deps, 'ann')).toEqual([]);

    await adoptBlocks(deps, 'other', 'someone@campus.edu');
    expect(await isBlockedBetween(deps, 'ann', 'other')).toBe(false);
    await adoptBlocks(deps, 'ben-2', 'ben@campus.edu');
    expect(await isBlockedBetween(deps, 'ann', 'ben-2')).toBe(true);
    expect(await isBlockedBetween(deps, 'ben-2', 'cem')).toBe(true);
  });
});
