import { evaluate, secondsOf, type Sample, type Series } from './promql';

export interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

/** One test in the format of `promtool test rules`. */
export interface RuleTest {
  readonly name: string;
  readonly interval: string;
  readonly input_series: readonly { readonly series: string; readonly values: string }[];
  readonly alert_rule_test: readonly {
    readonly eval_time: string;
    readonly alertname: string;
    readonly exp_alerts?: readonly Alert[];
  }[];
}

export interface Alert {
  readonly exp_labels: Readonly<Record<string, string>>;
  readonly exp_annotations: Readonly<Record<string, string>>;
}

/** `a+bxn`, `axn`, `_xn` and single values. */
function valuesOf(text: string): (number | null)[] {
  return text.split(' ').flatMap((part) => {
    const [, start = '_', step = '+0', times = '0'] =
      /^(_|-?[\d.]+)([+-][\d.]+)?(?:x(\d+))?$/.exec(part) ?? [];
    const count = start === '_' ? Math.max(1, Number(times)) : Number(times) + 1;
    return Array.from({ length: count }, (_, i) => (start === '_' ? null : Number(start) + i * Number(step)));
  });
}

function seriesOf({ series, values }: RuleTest['input_series'][number]): Series {
  const [, name = '', inner = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? [];
  const labels = Object.fromEntries(
    [...inner.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label!, value!]),
  );
  return { name, labels, values: valuesOf(values) };
}

const filled = (text: string, labels: Sample['labels']) =>
  text.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, name: string) => labels[name] ?? '');

/** The alerts of a rule that fire at each minute from the beginning, which is at `origin` (in seconds), as Prometheus would. */
export function firingOver(
  rule: Rule,
  until: number,
  series: readonly Series[],
  interval: number,
  origin = 0,
): Alert[][] {
  const held = secondsOf(rule.for ?? '0s');
  const since = new Map<string, number>();
  const firing: Alert[][] = [];
  for (let at = 0; at <= until; at += 60) {
    const found = evaluate(rule.expr, at, series, interval, origin) as Sample[];
    const keys = new Set(found.map(({ labels }) => JSON.stringify(labels)));
    for (const key of since.keys()) if (!keys.has(key)) since.delete(key);
    const now = found.flatMap(({ labels }) => {
      const key = JSON.stringify(labels);
      if (!since.has(key)) since.set(key, at);
      if (at - since.get(key)! < held) return [];
      const annotations = Object.entries(rule.annotations).map(([name, text]) => [
        name,
        filled(text, labels),
      ]);
      return [
        { exp_labels: { ...labels, ...rule.labels }, exp_annotations: Object.fromEntries(annotations) },
      ];
    });
    firing.push(now);
  }
  return firing;
}

/** The alerts of a rule that fire at a time of a test. */
export const firingAt = (rule: Rule, time: string, test: RuleTest): Alert[] =>
  firingOver(rule, secondsOf(time), test.input_series.map(seriesOf), secondsOf(test.interval)).at(-1)!;
