import { Writable } from 'node:stream';
import pino from 'pino';
import { caller, codeFor, startStage, wrongFor } from './testing/stage';
import { startTwin } from './testing/twin';

describe('logs and database after a run', () => {
  it('contain no code and no token; the logs contain no address', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    await using stage = await startStage();
    const log = pino({ level: 'trace' }, sink);
    await using twin = await startTwin({ ...stage.server.deps, log });
    const auth = caller(twin.url);
    const email = 'ann@campus.edu';
    const secrets: string[] = [];
    await auth('POST /otp', { email });
    const code = await codeFor(twin, email);
    await auth('POST /verify', { email, token: wrongFor(code), type: 'email' });
    const { body } = await auth('POST /verify', { email, token: code, type: 'email' });
    const { body: later } = await auth('POST /token?grant_type=refresh_token', {
      refresh_token: body.refresh_token,
    });
    await auth('GET /user', undefined, { authorization: `Bearer ${later.access_token}x` });
    await auth('POST /logout?scope=x', undefined, { authorization: `Bearer ${later.access_token}` });
    for (const answer of [body, later]) secrets.push(answer.access_token, answer.refresh_token);
    secrets.push(code);
    stage.clock.advanceSeconds(60);
    await auth('POST /otp', { email });
    secrets.push(await codeFor(twin, email));
    const model = twin.deps.db.models.AuthSession as unknown as { findById: unknown };
    model.findById = () => {
      throw new Error('broken on purpose');
    };
    await auth('POST /token?grant_type=refresh_token', { refresh_token: secrets[1] });

    const logged = lines.join('');
    expect(logged).toContain('broken on purpose');
    const dump = await stage.server.stored();
    expect(dump).toContain(email);
    for (const secret of secrets) {
      const found = new RegExp(`(?<![\\w-])${secret}(?![\\w-])`);
      expect(logged).not.toMatch(found);
      expect(dump).not.toMatch(found);
    }
    expect(logged).not.toContain(email);
  });
});
