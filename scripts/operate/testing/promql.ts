/**
 * Evaluates the part of PromQL that our alert rules use, on series in memory, so that their tests run where no Prometheus is. Why our own:
 * npm has a parser of PromQL (Prometheus' own, @prometheus-io/lezer-promql) and no evaluator. `promtool test rules` runs the same file.
 */
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

type Labels = Readonly<Record<string, string>>;

/** Values of a series at 0, 1, 2 … intervals; null where there is none. */
export interface Series {
  readonly name: string;
  readonly labels: Labels;
  readonly values: readonly (number | null)[];
}

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

type Result = number | readonly Sample[];

/** How long the last value of a series counts. */
const LOOKBACK_S = 300;
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Seconds of `5m`, `1h30m`, `90s`. */
export function secondsOf(duration: string): number {
  let seconds = 0;
  for (const [, count, unit] of duration.matchAll(/(\d+)([smhd])/g)) seconds += Number(count) * UNITS[unit!]!;
  return seconds;
}

const keyOf = (labels: Labels) => JSON.stringify(Object.entries(labels).toSorted());
const selectLabels = (labels: Labels, names: readonly string[]): Labels =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => names.includes(name)));

const withoutBound = (labels: Labels): Labels =>
  selectLabels(
    labels,
    Object.keys(labels).filter((name) => name !== 'le'),
  );

function groupBy(samples: readonly Sample[], keyIn: (labels: Labels) => Labels): Sample[][] {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const key = keyOf(keyIn(sample.labels));
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  return [...groups.values()];
}

interface Point {
  readonly at: number;
  readonly value: number;
}

/** The increase of a counter in a window, extrapolated as in Prometheus (promql/functions.go, extrapolatedRate). */
function growth(points: readonly Point[], from: number, to: number): number | null {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return null;
  let grown = last.value - first.value;
  points.forEach(({ value }, i) => {
    const before = points[i - 1]?.value;
    if (before !== undefined && value < before) grown += before;
  });
  const sampled = last.at - first.at;
  const step = sampled / (points.length - 1);
  const extend = (gap: number) => (gap >= step * 1.1 ? step / 2 : gap);
  const toZero = grown > 0 ? sampled * (first.value / grown) : Infinity;
  const before = Math.min(extend(first.at - from), toZero);
  return (grown * (sampled + before + extend(to - last.at))) / sampled;
}

const AGGREGATES: Readonly<Record<string, (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((a, b) => a + b, 0),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
};
const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '==': (a, b) => a === b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
};
const COMPUTE: Readonly<Record<string, (a: number, b: number) => number>> = {
  '-': (a, b) => a - b,
  '/': (a, b) => a / b,
};

function quantile(q: number, buckets: readonly { readonly le: number; readonly count: number }[]): number {
  const total = buckets.at(-1)?.count ?? 0;
  const rank = q * total;
  const at = buckets.findIndex(({ count }) => count >= rank);
  if (total === 0 || at < 0) return NaN;
  const [below, found] = [buckets[at - 1] ?? { le: 0, count: 0 }, buckets[at]!];
  if (found.le === Infinity) return below.le;
  return below.le + ((found.le - below.le) * (rank - below.count)) / (found.count - below.count);
}

/** The value of an expression at a time, in seconds after the first value of the series, which is at `origin`. Throws for syntax that our rules do not use. */
export function evaluate(
  expression: string,
  at: number,
  series: readonly Series[],
  intervalSeconds: number,
  origin: number,
): Result {
  const textOf = ({ from, to }: SyntaxNode) => expression.slice(from, to);
  const childrenOf = (node: SyntaxNode): SyntaxNode[] => {
    const found: SyntaxNode[] = [];
    for (let child = node.firstChild; child; child = child.nextSibling) found.push(child);
    return found;
  };
  const unknown = (node: SyntaxNode) => new Error(`not evaluated here: ${node.name} in ${expression}`);

  const matching = (node: SyntaxNode): Series[] => {
    const name = textOf(node.getChild('Identifier')!);
    const matchers = (node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map(
      (matcher) => {
        const [label, operator, literal] = childrenOf(matcher).map(textOf);
        const value = literal!.slice(1, -1);
        const pattern = operator === '=~' ? new RegExp(`^(?:${value})$`) : null;
        return ({ labels }: Series) =>
          pattern ? pattern.test(labels[label!] ?? '') : (labels[label!] ?? '') === value;
      },
    );
    return series.filter((one) => one.name === name && matchers.every((matches) => matches(one)));
  };
  const pointsOf = ({ values }: Series, from: number) =>
    values
      .map((value, i) => ({ at: i * intervalSeconds, value }))
      .filter((point): point is Point => point.value !== null && point.at > from && point.at <= at);

  const growths = (matrix: SyntaxNode, perSecond: boolean): Sample[] => {
    const seconds = secondsOf(textOf(matrix.getChild('DurationExpr') ?? matrix.lastChild!));
    return matching(matrix.getChild('VectorSelector')!).flatMap((one) => {
      const value = growth(pointsOf(one, at - seconds), at - seconds, at);
      return value === null ? [] : [{ labels: one.labels, value: perSecond ? value / seconds : value }];
    });
  };

  const call = (node: SyntaxNode): Result => {
    const name = textOf(node.getChild('FunctionIdentifier')!);
    const given = childrenOf(node.getChild('FunctionCallBody')!);
    if (name === 'time') return origin + at;
    if (name === 'rate' || name === 'increase') return growths(given[0]!, name === 'rate');
    // of series without matchers of labels, as the rules use it
    if (name === 'absent')
      return (valueOf(given[0]!) as Sample[]).length > 0 ? [] : [{ labels: {}, value: 1 }];
    if (name !== 'histogram_quantile') throw unknown(node);
    const groups = groupBy(valueOf(given[1]!) as Sample[], withoutBound);
    return groups.map((samples) => {
      const labels = withoutBound(samples[0]!.labels);
      const buckets = samples
        .map(({ labels: own, value }) => ({
          le: own['le'] === '+Inf' ? Infinity : Number(own['le']),
          count: value,
        }))
        .toSorted((a, b) => a.le - b.le);
      return { labels, value: quantile(valueOf(given[0]!) as number, buckets) };
    });
  };

  const aggregate = (node: SyntaxNode): Sample[] => {
    const operation = textOf(node.getChild('AggregateOp')!);
    const names = (
      node.getChild('AggregateModifier')?.getChild('GroupingLabels')?.getChildren('LabelName') ?? []
    ).map(textOf);
    const samples = valueOf(node.getChild('FunctionCallBody')!.firstChild!) as Sample[];
    return groupBy(samples, (labels) => selectLabels(labels, names)).map((group) => {
      const values = group.map(({ value }) => value);
      const of = AGGREGATES[operation];
      if (!of) throw unknown(node);
      return { labels: selectLabels(group[0]!.labels, names), value: of(values) };
    });
  };

  const binary = (node: SyntaxNode): Result => {
    const [left, operator] = childrenOf(node);
    const sign = textOf(operator!);
    const [a, b] = [valueOf(left!), valueOf(node.lastChild!)];
    const on = node.getChild('MatchingModifierClause')?.getChild('GroupingLabels');
    const names = on?.getChildren('LabelName').map(textOf);
    const matched = (labels: Labels) => keyOf(names ? selectLabels(labels, names) : labels);
    const isIn = (samples: Result, { labels }: Sample) =>
      (samples as Sample[]).some((one) => matched(one.labels) === matched(labels));
    if (sign === 'unless') return (a as Sample[]).filter((one) => !isIn(b, one));
    if (sign === 'or') return [...(a as Sample[]), ...(b as Sample[]).filter((one) => !isIn(a, one))];
    if (sign === 'and') return (a as Sample[]).filter((one) => isIn(b, one));
    const compute = COMPUTE[sign];
    const compare = COMPARE[sign];
    if (!compute && !compare) throw unknown(node);
    if (typeof a === 'number' && typeof b === 'number')
      return compute ? compute(a, b) : Number(compare!(a, b));
    const samples = typeof a === 'number' ? (b as Sample[]) : a;
    return samples.flatMap(({ labels, value }) => {
      const other = (side: Result) =>
        typeof side === 'number' ? side : side.find((one) => keyOf(one.labels) === keyOf(labels))?.value;
      const [x, y] = [typeof a === 'number' ? a : value, typeof a === 'number' ? value : other(b)];
      if (y === undefined) return [];
      if (compute) return [{ labels, value: compute(x, y) }];
      return compare!(x, y) ? [{ labels, value }] : [];
    });
  };

  const valueOf = (node: SyntaxNode): Result => {
    switch (node.name) {
      case 'NumberDurationLiteral':
        return Number(textOf(node));
      case 'ParenExpr':
        return valueOf(node.firstChild!);
      case 'VectorSelector':
        return matching(node).flatMap((one) => {
          const last = pointsOf(one, at - LOOKBACK_S).at(-1);
          return last ? [{ labels: one.labels, value: last.value }] : [];
        });
      case 'OffsetExpr': {
        const earlier = at - secondsOf(textOf(node.getChild('OffsetDurationExpr')!));
        return evaluate(textOf(node.firstChild!), earlier, series, intervalSeconds, origin);
      }
      case 'FunctionCall':
        return call(node);
      case 'AggregateExpr':
        return aggregate(node);
      case 'BinaryExpr':
        return binary(node);
      default:
        throw unknown(node);
    }
  };
  return valueOf(parser.parse(expression).topNode.firstChild!);
}
