const { writeSync } = require('node:fs');

// Ends every run with the plain line 'N passed, N failed' that CI reads (jest's own summary is not recognised there).
module.exports = class ClosingLine {
  onRunComplete(_contexts, results) {
    const broken = results.testResults.filter(
      (file) => file.testExecError || (file.failureMessage && file.numFailingTests === 0),
    ).length;
    const skipped = results.numPendingTests + results.numTodoTests;
    const tail = skipped > 0 ? `, ${skipped} skipped` : '';
    const line = `\n${results.numPassedTests} passed, ${results.numFailedTests + broken} failed${tail}\n`;
    // after the summary, which other reporters still print
    process.on('exit', () => writeSync(1, line));
  }
};
