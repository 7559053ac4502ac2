/** What `await using` throws where a test fails and so does the end of what it used: Jest prints the `errors` of an AggregateError. swc (1.16) looks for this name. */
globalThis._SuppressedError = class SuppressedError extends AggregateError {
  constructor(ofTheEnd, ofTheTest, message) {
    super([ofTheTest, ofTheEnd], message);
  }
};
