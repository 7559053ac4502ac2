// A browser on two shared cores sometimes loses a race that no student could: retry once, and name the test in the closing line.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
