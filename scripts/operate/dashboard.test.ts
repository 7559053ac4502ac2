import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startTestServer } from '@flint/testing';
import { parse } from 'yaml';
import { firingAt, type Rule, type RuleTest } from './testing/promtool';

const read = (name: string) => readFileSync(path.resolve(__dirname, '../../deploy/grafana', name), 'utf8');
const namesIn = (text: string) => text.match(/flint_\w+/g) ?? [];

const rules = (parse(read('alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const { tests } = parse(read('alerts.test.yaml')) as { tests: RuleTest[] };

let known: string[];
let text: string;
beforeAll(async () => {
  const METRICS_TOKEN = 'a token of the collector';
  await using server = await startTestServer({ env: { METRICS_TOKEN } });
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  text = await (await fetch(`${server.url}/metrics`, { headers })).text();
  known = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );
});

it('a counter that an alert watches - exists with 0 before the first event', () => {
  for (const result of ['delivered', 'later', 'refused', 'given_up'])
    expect(text).toContain(`flint_mail_total{university="campus.edu",result="${result}"} 0`);
  for (const result of ['sent', 'again']) expect(text).toContain(`flint_push_total{result="${result}"} 0`);
});

it('the Grafana dashboard - uses only metrics of /metrics', () => {
  const { panels } = JSON.parse(read('flint.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const used = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr)));
  expect(used.length).toBeGreaterThanOrEqual(10);
  for (const name of used) expect(known).toContain(name);
});

it('the alert rules - use only metrics of /metrics, and each names a first step', () => {
  expect(rules.length).toBeGreaterThanOrEqual(8);
  for (const { alert, expr, labels, annotations } of rules) {
    const names = namesIn(expr);
    expect([alert, names.length > 0 && names.every((name) => known.includes(name))]).toEqual([alert, true]);
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(annotations.summary.length * annotations.description.length).toBeGreaterThan(0);
  }
});

it.each(tests)('the alert rules, when $name - fire as alerts.test.yaml says', (test) => {
  for (const { alertname, eval_time, exp_alerts = [] } of test.alert_rule_test) {
    const rule = rules.find(({ alert }) => alert === alertname)!;
    expect([eval_time, alertname, firingAt(rule, eval_time, test)]).toEqual([
      eval_time,
      alertname,
      exp_alerts,
    ]);
  }
});

it('each alert rule - has a test in which it fires, and one in which it does not', () => {
  const checks = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
  for (const { alert } of rules) {
    const own = checks.filter(({ alertname }) => alertname === alert);
    expect([alert, ...new Set(own.map(({ exp_alerts = [] }) => exp_alerts.length > 0))].toSorted()).toEqual(
      [alert, false, true].toSorted(),
    );
  }
});
