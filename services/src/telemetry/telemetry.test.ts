import { randomUUID } from 'node:crypto';
import { startTestServer } from '@flint/testing';
import { startTelemetrySink } from '@flint/testing/telemetry-sink';
import { enrol } from '../resources/offers/testing/campus';
import { traceIdOf } from './open-telemetry';
import { startTelemetry } from './index';

interface Exported {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
}

const SET_BY_TESTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_SERVICE_NAME', 'OTEL_METRIC_EXPORT_INTERVAL'];
const ERROR = 2;

afterEach(() => {
  for (const name of SET_BY_TESTS) delete process.env[name];
});

const spansIn = (bodies: any[]): Exported[] =>
  bodies.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap((each: any) => each.scopeSpans.flatMap((scope: any) => scope.spans)),
  );

describe('traces and metrics for a collector', () => {
  it('a student’s requests - are exported under their request ids with their database commands, and name nobody; one that fails - is a span with an error', async () => {
    await using collector = await startTelemetrySink();
    const telemetry = await startTelemetry({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'flint-campus',
    });
    const id = randomUUID();
    const planted = ['planted.student@campus.edu', 'Quillon', 'Pastafarian-Planted', '2003-04-17'];
    {
      await using server = await startTestServer({ telemetry });
      const ann = await server.signIn(planted[0]);
      const ben = await enrol(server, { name: 'Benedikt-Planted' });
      planted.push(ann.id, ben.id, ann.token, 'Benedikt-Planted');
      const answers = {
        bundle_intro: { display_name: 'Quillon', date_of_birth: '2003-04-17' },
        religion: { value: 'other', other: 'Pastafarian-Planted' },
      };
      await ann.call('PATCH /profile', { answers }, { 'x-request-id': id });
      await ann.call(`POST /matches/${ben.id}/hide`);
      await ann.call(`GET /offers?about=${planted[0]}`);
      await server.call('GET /profile', undefined, { authorization: 'Bearer Pastafarian-Planted' });
      await fetch(`${server.url}/auth/v1/otp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: planted[0] }),
      });
      await fetch(`${server.url}/${planted[0]}`);
      const fail = (mode: string) =>
        server.deps.db.db!.admin().command({
          configureFailPoint: 'failCommand',
          mode,
          data: { failCommands: ['find'], errorCode: 8000 },
        });
      await fail('alwaysOn');
      expect((await ann.call('GET /offers/mail')).status).toBeGreaterThanOrEqual(500);
      await fail('off');
    }
    await telemetry!.close();

    const spans = spansIn(collector.bodies('/v1/traces'));
    const patch = spans.find(
      ({ traceId, parentSpanId }) => traceId === id.replaceAll('-', '') && !parentSpanId,
    );
    expect(patch?.name).toBe('PATCH /api/v1/profile');
    const commands = spans.filter(({ parentSpanId }) => parentSpanId === patch?.spanId);
    expect(commands.map(({ name }) => name)).toContain('findAndModify profiles');
    expect(new Set(commands.map(({ traceId }) => traceId))).toEqual(new Set([patch?.traceId]));
    expect(spans.map(({ name }) => name)).toContain('GET none');
    const failed = spans.filter(({ status }) => status.code === ERROR);
    expect(failed.map(({ name }) => name)).toContain('GET /api/v1/offers/mail');

    const figures = JSON.stringify(collector.bodies('/v1/metrics'));
    expect(figures).toContain('flint_http_request_duration_seconds');
    expect(figures).toContain('"flint-campus"');

    expect(collector.found(planted)).toEqual([]);
    const everything = JSON.stringify(collector.paths().map(collector.bodies));
    expect(everything).not.toMatch(/127\.0\.0\.1|[\w.]+@[\w.]+\.\w/);
  });

  it('an unreachable collector - delays no request, and a stop waits five seconds at most', async () => {
    const telemetry = await startTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    {
      await using server = await startTestServer({ telemetry });
      const ann = await server.signIn();
      expect((await ann.call('GET /offers')).status).toBe(200);
    }
    const waits = jest.spyOn(globalThis, 'setTimeout');
    const closing = telemetry!.close();
    // one of the meters, one of all
    expect(waits.mock.calls.filter(([, ms]) => ms === 5_000)).toHaveLength(2);
    await closing;
  });

  it('without a collector, or disabled - loads nothing', async () => {
    jest.doMock('./open-telemetry', () => {
      throw new Error('loaded');
    });
    const on = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    expect(await startTelemetry({})).toBeNull();
    expect(await startTelemetry({ ...on, OTEL_SDK_DISABLED: 'true' })).toBeNull();
    await expect(startTelemetry(on)).rejects.toThrow('loaded');
    await expect(startTelemetry({ ...on, OTEL_TRACES_EXPORTER: 'zipkin' })).rejects.toThrow(
      'OTEL_TRACES_EXPORTER: zipkin is not known here, otlp and none are',
    );
  });

  it('any request id - gives a trace id in the standard format', () => {
    expect(traceIdOf('0f8fad5b-d9cb-469f-a165-70867728950e')).toBe('0f8fad5bd9cb469fa16570867728950e');
    expect(traceIdOf('from-a-proxy')).toMatch(/^[0-9a-f]{32}$/);
  });
});
