import type { Context } from 'koa';
import type { Logger } from 'pino';
import { ApiError } from '../../http/api-error';
import { answer } from './answer';

/** The response and log after a handler throws. */
async function answeredTo(error: unknown) {
  const logged: object[] = [];
  const log = { error: (fields: object) => logged.push(fields) } as unknown as Logger;
  const ctx = {
    set: () => undefined,
    get: () => '2024-01-01',
    state: { requestId: 'r1' },
  } as unknown as Context;
  await answer(ctx, log, async () => {
    throw error;
  });
  return { status: ctx.status, body: JSON.parse(ctx.body as string) as { code: string }, logged };
}
const withStatus = (status: number) => Object.assign(new Error('no'), { status });

describe('an error in a handler', () => {
  it.each<[string, unknown, number, string]>([
    ['a body that is not JSON', new ApiError('invalid_json'), 400, 'bad_json'],
    ['a body of another type', new ApiError('unsupported_media_type'), 415, 'bad_json'],
    ['a body too large', new ApiError('payload_too_large'), 413, 'request_entity_too_large'],
    ['a busy server', new ApiError('unavailable'), 503, 'unexpected_failure'],
    ['nothing there', new ApiError('not_found'), 404, 'not_found'],
    ['a refusal of the framework', withStatus(400), 400, 'bad_request'],
    ['a status that is none of a client', withStatus(302), 500, 'unexpected_failure'],
    ['a fault', new Error('secret'), 500, 'unexpected_failure'],
    ['a text', 'secret', 500, 'unexpected_failure'],
  ])(
    '%s - becomes JSON with its code; only our own faults are logged',
    async (_what, error, status, code) => {
      const left = await answeredTo(error);
      expect([left.status, left.body.code]).toEqual([status, code]);
      expect(JSON.stringify(left.body)).not.toContain('secret');
      expect(left.logged).toHaveLength(status >= 500 && !(error instanceof ApiError) ? 1 : 0);
    },
  );
});
