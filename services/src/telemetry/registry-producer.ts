import { ValueType, type HrTime } from '@opentelemetry/api';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import { registry } from '../infra/metrics';

interface Value {
  readonly value: number;
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
}

const startTime: HrTime = [Math.floor(Date.now() / 1000), 0];

/** The buckets of one histogram, by labels. Each count is of its bucket alone; Prometheus' counts are cumulative. */
function histograms(values: readonly Value[]) {
  const byLabels = new Map<
    string,
    { labels: Value['labels']; bounds: number[]; counts: number[]; sum: number; count: number }
  >();
  for (const { value, metricName = '', labels } of values) {
    const { le, ...rest } = labels;
    const key = JSON.stringify(rest);
    const one = byLabels.get(key) ?? { labels: rest, bounds: [], counts: [], sum: 0, count: 0 };
    byLabels.set(key, one);
    if (metricName.endsWith('_sum')) one.sum = value;
    else if (metricName.endsWith('_count')) one.count = value;
    else {
      if (le !== '+Inf') one.bounds.push(Number(le));
      one.counts.push(value);
    }
  }
  return [...byLabels.values()].map(({ labels, bounds, counts, sum, count }) => ({
    labels,
    value: {
      buckets: { boundaries: bounds, counts: counts.map((below, i) => below - (counts[i - 1] ?? 0)) },
      sum,
      count,
    },
  }));
}

/** The metrics of /metrics for OpenTelemetry, so that both show the same. */
export const registryProducer: MetricProducer = {
  async collect() {
    const now = Date.now();
    const endTime: HrTime = [Math.floor(now / 1000), (now % 1000) * 1e6];
    const metrics = (await registry.getMetricsAsJSON()).map(({ name, help, type, values }): MetricData => {
      const data = {
        descriptor: {
          name,
          description: help,
          unit: name.includes('_seconds') ? 's' : '',
          valueType: ValueType.DOUBLE,
        },
        aggregationTemporality: AggregationTemporality.CUMULATIVE,
      };
      const point = <T>({ labels, value }: { readonly labels: Value['labels']; readonly value: T }) => ({
        startTime,
        endTime,
        attributes: labels,
        value,
      });
      // prom-client's types declare an enum, but at run time the type is text
      const kind = type as unknown as string;
      if (kind === 'histogram')
        return {
          ...data,
          dataPointType: DataPointType.HISTOGRAM,
          dataPoints: histograms(values as Value[]).map(point),
        };
      const dataPoints = (values as Value[]).map(point);
      return kind === 'counter'
        ? { ...data, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
        : { ...data, dataPointType: DataPointType.GAUGE, dataPoints };
    });
    return {
      resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope: { name: 'flint' }, metrics }] },
      errors: [],
    };
  },
};
