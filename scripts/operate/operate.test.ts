import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestDatabase } from '@flint/testing';
import { operate } from './operate';

let dir: string;
beforeAll(async () => (dir = await mkdtemp(path.join(tmpdir(), 'flint-operate-'))));
afterAll(() => rm(dir, { recursive: true, force: true }));

const university = (id: string) => ({
  id,
  hosts: [`flint.${id}.edu`],
  settings: { UNIVERSITY_NAME: id, UNIVERSITY_EMAIL_HOST: `${id}.edu` },
});

async function run(args: readonly string[], source: Record<string, string>) {
  const lines: string[] = [];
  const exitCode = await operate(args, { NODE_ENV: 'test', ...source }, (line) => lines.push(line));
  return { exitCode, lines };
}

describe("operators' commands", () => {
  it('two universities - are migrated, backed up apart, and restored one by one', async () => {
    const file = path.join(dir, 'tenants.json');
    await writeFile(file, JSON.stringify({ tenants: [university('north'), university('south')] }));
    await using first = await startTestDatabase();
    await using second = await startTestDatabase();
    const source = {
      DATA_DIR: dir,
      TENANTS_FILE: file,
      MONGODB_URI: first.uri,
      FLINT_SECRET: 'x'.repeat(40),
    };
    expect(await run(['migrate', 'status'], source)).toMatchObject({ exitCode: 1 });
    const applied = [
      'applied 2026-11-21-drop-match-filters',
      'applied 2026-11-22-matching-in-rounds',
      'applied 2026-11-22-unverified-accounts',
    ];
    expect((await run(['migrate'], source)).lines).toEqual(
      ['north', 'south'].flatMap((id) => [...applied, 'indexes are built'].map((line) => `${id}: ${line}`)),
    );
    expect(await run(['migrate', 'status'], source)).toEqual({
      exitCode: 0,
      lines: ['north: nothing is missing', 'south: nothing is missing'],
    });
    const folder = path.join(dir, 'backup');
    expect((await run(['backup', folder], source)).exitCode).toBe(0);
    const { collections } = JSON.parse(await readFile(path.join(folder, 'north/manifest.json'), 'utf8'));
    expect(collections.migrations).toMatchObject({ count: applied.length });
    const tried = await run(['round', '--dry-run', '--tenant', 'north'], source);
    expect(tried.lines).toContain('north: nothing was stored');
    const made = await run(['round', '--again', '--tenant', 'north'], source);
    expect(made.lines.at(-1)).toBe('north: published');
    const twice = await run(['round', '--tenant', 'north'], source);
    expect(twice.lines).toEqual(["north: today's round is made already, or another process is at it"]);
    const elsewhere = { ...source, MONGODB_URI: second.uri };
    const restored = await run(['restore', folder, '--tenant', 'south'], elsewhere);
    expect(restored.lines).toEqual([
      expect.stringMatching(/^south: brought back \d+ documents, 0 picture files$/),
    ]);
    expect((await run(['migrate', 'down', '--tenant', 'south'], elsewhere)).lines).toEqual([
      'south: took back 2026-11-22-unverified-accounts',
    ]);
    for (const { db } of [first, second])
      for (const id of ['north', 'south']) await db.useDb(`${db.name}_${id}`).dropDatabase();
  });

  it('an unknown university or no command - is told', async () => {
    await expect(run(['migrate', '--tenant', 'east'], { DATA_DIR: dir })).rejects.toThrow('east');
    expect((await run([], {})).exitCode).toBe(2);
    expect((await run(['--help'], {})).lines.join()).toContain('npm run restore');
  });
});
