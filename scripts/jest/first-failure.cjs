// The only reporter of `npm run test:fresh-mutations`: one line for each test that ended, and the end of the run with the first that failed.
const say = (line) => process.stdout.write(`${line}\n`);

module.exports = class FirstFailure {
  onTestCaseResult({ path: file }, { status, failureMessages }) {
    if (status === 'failed') this.end(file, failureMessages.join('\n'));
    say('ended');
  }

  onTestFileResult({ path: file }, { failureMessage }) {
    // a file that cannot be loaded has no tests
    if (failureMessage) this.end(file, failureMessage);
    say('ended');
  }

  end(file, message) {
    say(`FAIL ${file}\n${message}`);
    process.exit(1);
  }
};
