import fc from 'fast-check';
import type { LoadedRemote } from './registry';
import { reduce, type RemoteState } from './remote-store';

jest.mock('./federation', () => ({ loadExposed: () => undefined }));

type RemoteEvent = Parameters<typeof reduce>[1];

const remoteOf = (request: string) => ({ version: request }) as LoadedRemote;
const request = fc.constantFrom('a', 'b', 'c');
const event: fc.Arbitrary<RemoteEvent> = fc.oneof(
  fc.record({ type: fc.constant('started' as const), request, canReturn: fc.boolean() }),
  request.map((by) => ({ type: 'arrived' as const, request: by, remote: remoteOf(by) })),
  request.map((by) => ({ type: 'preloaded' as const, request: by, remote: remoteOf(by) })),
  request.map((by) => ({
    type: 'failed' as const,
    failure: { code: 'remote_unavailable' as const, version: '', request: by },
  })),
);
const IDLE: RemoteState = { status: 'idle' };
const requestOf = (state: RemoteState) =>
  state.status === 'idle' ? '' : state.status === 'failed' ? state.failure.request : state.request;
const requestOfEvent = (each: RemoteEvent) => (each.type === 'failed' ? each.failure.request : each.request);

describe('the lifecycle of a remote', () => {
  it('after any events - the next one - moves along the drawn arrows only', () => {
    const ARROWS: Readonly<Record<RemoteState['status'], readonly string[]>> = {
      idle: ['started loading', 'preloaded ready'],
      loading: ['started loading', 'arrived ready', 'failed failed', 'failed ready'],
      ready: ['started loading'],
      failed: ['started loading'],
    };
    fc.assert(
      fc.property(fc.array(event), event, (earlier, next) => {
        const before = earlier.reduce(reduce, IDLE);
        const after = reduce(before, next);
        if (after === before) return;
        expect(ARROWS[before.status]).toContain(`${next.type} ${after.status}`);
      }),
    );
  });

  it('a result - of an attempt that was overtaken - changes nothing', () => {
    fc.assert(
      fc.property(fc.array(event), event, (earlier, next) => {
        const before = earlier.reduce(reduce, IDLE);
        if (next.type === 'started' || next.type === 'preloaded') return;
        const isCurrent = before.status === 'loading' && requestOf(before) === requestOfEvent(next);
        expect(reduce(before, next) === before).toBe(!isCurrent);
      }),
    );
  });

  it('a newer release that fails - while an older one was shown - returns to the older one; Try again does not', () => {
    const ready = reduce(IDLE, { type: 'preloaded', request: 'a', remote: remoteOf('a') });
    const failure = { code: 'remote_unavailable' as const, version: '', request: 'b' };
    const tryNewer = (canReturn: boolean) =>
      reduce(reduce(ready, { type: 'started', request: 'b', canReturn }), { type: 'failed', failure });
    expect(tryNewer(true)).toBe(ready);
    expect(tryNewer(false)).toEqual({ status: 'failed', failure });
    const again = reduce(tryNewer(false), { type: 'started', request: 'c', canReturn: false });
    expect(again).toMatchObject({ status: 'loading', after: failure });
  });
});
