const { readFileSync, writeSync } = require('node:fs');
const path = require('node:path');

const PRODUCT = path.resolve(__dirname, '../docs/product.md');
const LINE = /^- \*\*(S[\d.]+)\*\* (.+?)(?: _Decided \((.+?)\): (.+)_)?$/gm;

/** After a run of the acceptance project: each statement, and whether it is exact, as decided, or failed. */
module.exports = class PrintStatements {
  onRunComplete(_contexts, { testResults }) {
    const results = new Map();
    const others = [];
    for (const { testResults: tests, testExecError, failureMessage } of testResults) {
      if (testExecError) others.push(failureMessage);
      for (const { title, status, failureMessages } of tests) {
        const id = /^S[\d.]+/.exec(title)?.[0];
        if (id) results.set(id, { status, why: failureMessages.join('\n') });
        else if (status === 'failed') others.push(`${title}\n${failureMessages.join('\n')}`);
      }
    }
    const count = { exact: 0, decided: 0, failed: 0 };
    const lines = [];
    for (const [, id, text, decisions, decided] of readFileSync(PRODUCT, 'utf8').matchAll(LINE)) {
      const result = results.get(id);
      if (!result || result.status === 'pending') continue;
      const state = result.status !== 'passed' ? 'failed' : decided ? 'decided' : 'exact';
      count[state] += 1;
      const numbers =
        decisions && [...decisions.matchAll(/\[(\d+)\]/g)].map(([, number]) => number).join(', ');
      lines.push(
        `${id.padEnd(8)} ${state.padEnd(8)} ${text}${decided ? `\n${' '.repeat(18)}decision ${numbers}: ${decided}` : ''}`,
      );
      if (state === 'failed') lines.push(result.why.replace(/^/gm, ' '.repeat(18)));
    }
    lines.push(...others.map((text) => `failed: ${text}`));
    const total = count.exact + count.decided + count.failed;
    lines.push(
      '',
      `${total} statements: ${count.exact} exact, ${count.decided} as decided, ${count.failed} failed`,
    );
    process.on('exit', () => writeSync(1, `${lines.join('\n')}\n`));
  }
};
