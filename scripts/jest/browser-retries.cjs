// A browser on two shared cores sometimes times out where a student's would not: retry once, and name the test in the closing line.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
