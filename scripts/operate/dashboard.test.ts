import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startTestServer } from '@flint/testing';

it('the Grafana dashboard - shows only figures that /metrics has', async () => {
  const METRICS_TOKEN = 'a token of the collector';
  await using server = await startTestServer({ env: { METRICS_TOKEN } });
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
  const known = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );
  const file = path.resolve(__dirname, '../../deploy/grafana/flint.json');
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const used = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/flint_\w+/g) ?? []));
  expect(used.length).toBeGreaterThanOrEqual(10);
  for (const name of used) expect(known).toContain(name);
});
