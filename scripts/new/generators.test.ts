import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyRepository } from './copy-repository';

jest.setTimeout(600_000);

let copy: string;
const inCopy = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: copy });
const generate = (...args: string[]) => inCopy('--import', 'tsx', 'scripts/new/new.ts', ...args);
const tool = (file: string) => join(copy, 'node_modules', file);

beforeAll(() => {
  copy = copyRepository();
});
afterAll(() => rmSync(copy, { recursive: true }));

describe('npm run new resource, npm run new question', () => {
  it('one of each - in a copy of the repository - is type-correct, formatted, and passes its own tests and those that know every route and question', async () => {
    const made = await generate('resource', 'notes');
    expect(made.stdout).toContain('services/src/resources/notes/notes.test.ts');
    expect((await generate('question', 'late_lunch')).stdout).toContain('optional-scenarios.ts');
    await generate('question', 'study_place', 'lifestyle_priorities');
    await inCopy(tool('oxfmt/bin/oxfmt'), 'packages', 'services/src/resources');
    const types = async (room: string) => inCopy(tool('typescript/bin/tsc'), '-p', room);
    await Promise.all([
      (async () => {
        for (const room of ['packages/contracts', 'services', 'packages/remote-kit']) await types(room);
      })(),
      inCopy(
        tool('oxlint/bin/oxlint'),
        '--deny-warnings',
        'packages/contracts/src',
        'services/src/resources',
      ),
    ]);
    const run = await inCopy(
      tool('jest/bin/jest.js'),
      '--selectProjects=node',
      '--selectProjects=dom',
      '--verbose',
      'notes',
      'questions/(catalogue|answer-schema)',
      'contracts/src/texts',
      'services/src/(app|data-register)',
    );
    expect(run.stdout).toMatch(/\d+ passed, 0 failed/);
    for (const title of [
      '/notes',
      'the hooks of /notes',
      'an answer to late_lunch',
      'an answer to study_place',
      'every field of every collection',
    ])
      expect(run.stderr).toContain(title);
  });

  it.each([
    ['resource', 'offers', /offers exists already/],
    ['resource', 'My-Notes', /short name of small letters/],
    ['question', 'intent', /intent exists already/],
    ['question', 'Late lunch', /id of small letters/],
    ['thing', 'notes', /npm run new remote/],
  ])('%s %s - is refused in a sentence', async (kind, name, reason) => {
    await expect(generate(kind, name)).rejects.toMatchObject({ stderr: expect.stringMatching(reason) });
  });

  it('a section nobody knows - is refused naming those there are', async () => {
    await expect(generate('question', 'late_night', 'dreams')).rejects.toMatchObject({
      stderr: expect.stringMatching(/no section dreams; there are eligibility_identity, /),
    });
  });
});
