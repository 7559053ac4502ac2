// A browser on two shared cores sometimes loses a race no student could: one more try, and the closing line names it.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
