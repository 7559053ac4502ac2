import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { REPOSITORY } from '../../compose/remotes';
import { firingOver, type Rule } from '../../operate/testing/promtool';
import type { Series } from '../../operate/testing/promql';

/** A minute of the alert rules takes this long here. */
const MINUTE_MS = 400;
const MINUTE_SECONDS = 60;
/** For so many minutes, counters have had the values that they begin with. */
const BEFORE = 15;

export interface Collector {
  /** Forgets what it collected, but for the values of counters. */
  restart(): void;
  /** Sets its clock ahead. */
  setClock(aheadMs: number): void;
  /** Resolves after so many of its minutes. */
  minutes(count: number): Promise<void>;
  /** The alerts that fired since then. */
  fired(): string[];
  close(): void;
}

/** Collects the metrics of API processes and probes addresses, as Prometheus does, in short minutes; says which rules of deploy/grafana/alerts.yaml fire. */
export function startCollector(
  ports: readonly number[],
  token: string,
  probed: readonly string[] = [],
): Collector {
  const file = path.join(REPOSITORY, 'deploy/grafana/alerts.yaml');
  const { groups } = parse(readFileSync(file, 'utf8')) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  const wanted = new Set(
    rules.flatMap(({ expr }) => expr.match(/flint_\w+|\b(?:up|probe_success)\b/g) ?? []),
  );
  const metrics = ports.map((port) => `http://127.0.0.1:${port}/metrics`);
  let collected = new Map<string, { -readonly [Name in keyof Series]: Series[Name] }>();
  let minute = 0;
  let began = Date.now();
  let ahead = 0;
  const ask = async (url: string): Promise<string | null> => {
    const headers = { authorization: `Bearer ${token}` };
    const signal = AbortSignal.timeout(MINUTE_MS * 5);
    const answer = await fetch(url, { headers, signal });
    return answer.ok ? answer.text() : null;
  };
  const look = async (url: string, at: number, into: typeof collected) => {
    const text = await ask(url).catch(() => null);
    const lines = probed.includes(url)
      ? `probe_success{job="flint"} ${text === null ? 0 : 1}`
      : `${text ?? ''}\nup{job="flint"} ${text === null ? 0 : 1}`;
    for (const [, name = '', inner = '', value] of lines.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)) {
      if (!wanted.has(name)) continue;
      const key = `${url} ${name} ${inner}`;
      const labels = Object.fromEntries(
        [...`instance="${url}",${inner}`.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, is]) => [label, is]),
      ) as Series['labels'];
      const series = into.get(key) ?? { name, labels, values: [] };
      const values = [...series.values];
      while (values.length < at) values.push(null);
      values[at] = Number(value);
      into.set(key, { ...series, values });
    }
  };
  const timer = setInterval(() => {
    for (const url of [...metrics, ...probed]) void look(url, minute, collected);
    minute += 1;
  }, MINUTE_MS);
  return {
    restart() {
      const counters = [...collected].filter(([, { name }]) => /_(?:total|count|bucket)$/.test(name));
      collected = new Map(
        counters.map(([key, { values, ...series }]) => [
          key,
          { ...series, values: Array<number | null>(BEFORE).fill(values.at(-1) ?? null) },
        ]),
      );
      minute = BEFORE;
      began = Date.now() - BEFORE * MINUTE_SECONDS * 1000;
    },
    setClock: (aheadMs) => void (ahead = aheadMs),
    minutes: (count) => wait(count * MINUTE_MS),
    fired() {
      const series = [...collected.values()];
      const seconds = minute * MINUTE_SECONDS;
      return rules
        .filter((rule) =>
          firingOver(rule, seconds, series, MINUTE_SECONDS, (began + ahead) / 1000)
            .slice(BEFORE)
            .some((alerts) => alerts.length > 0),
        )
        .map(({ alert }) => alert);
    },
    close: () => clearInterval(timer),
  };
}
