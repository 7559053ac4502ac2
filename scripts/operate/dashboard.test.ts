import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startTestServer } from '@flint/testing';
import { parse } from 'yaml';

const read = (name: string) => readFileSync(path.resolve(__dirname, '../../deploy/grafana', name), 'utf8');
const namesIn = (text: string) => text.match(/flint_\w+/g) ?? [];

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

let known: string[];
beforeAll(async () => {
  const METRICS_TOKEN = 'a token of the collector';
  await using server = await startTestServer({ env: { METRICS_TOKEN } });
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
  known = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );
});

it('the Grafana dashboard - shows only figures that /metrics has', () => {
  const { panels } = JSON.parse(read('flint.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const used = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr)));
  expect(used.length).toBeGreaterThanOrEqual(10);
  for (const name of used) expect(known).toContain(name);
});

it('the alert rules - ask only for figures that /metrics has, and each says what to look at', () => {
  const { groups } = parse(read('alerts.yaml')) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap(({ rules: own }) => own);
  expect(rules.length).toBeGreaterThanOrEqual(8);
  for (const { alert, expr, labels, annotations } of rules) {
    const names = namesIn(expr);
    expect([alert, names.length > 0 && names.every((name) => known.includes(name))]).toEqual([alert, true]);
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(annotations.summary.length * annotations.description.length).toBeGreaterThan(0);
  }
});
