import { EnvError } from '../env';
import type { Telemetry } from './open-telemetry';

export type { Telemetry };

type Source = Readonly<Record<string, string | undefined>>;

const ENDPOINTS = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
] as const;
const EXPORTERS = ['OTEL_TRACES_EXPORTER', 'OTEL_METRICS_EXPORTER'] as const;

/**
 * Starts OpenTelemetry if the standard settings name a collector; else loads nothing and returns null. Throws EnvError for an unknown
 * exporter.
 */
export async function startTelemetry(source: Source): Promise<Telemetry | null> {
  if (source['OTEL_SDK_DISABLED'] === 'true' || !ENDPOINTS.some((name) => source[name])) return null;
  const unknown = EXPORTERS.filter((name) => !['otlp', 'none', '', undefined].includes(source[name]));
  if (unknown.length > 0)
    throw new EnvError(
      unknown.map((name) => `${name}: ${source[name]} is not known here, otlp and none are`),
    );
  // the exporters read the environment, and some of our settings come from a file
  for (const [name, value] of Object.entries(source))
    if (name.startsWith('OTEL_')) process.env[name] ??= value;
  const { createTelemetry } = await import('./open-telemetry');
  return createTelemetry({
    traces: source['OTEL_TRACES_EXPORTER'] !== 'none',
    metrics: source['OTEL_METRICS_EXPORTER'] !== 'none',
    everyMs: Number(source['OTEL_METRIC_EXPORT_INTERVAL']) || 60_000,
  });
}
