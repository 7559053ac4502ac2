describe('a test that fails, and the end of what it used fails too', () => {
  it('throws - shows both errors', async () => {
    const ofTheTest = new Error('of the test');
    const ofTheEnd = new Error('of the end');
    const fail = async () => {
      await using _used = { [Symbol.asyncDispose]: () => Promise.reject(ofTheEnd) };
      throw ofTheTest;
    };
    await expect(fail()).rejects.toMatchObject({ errors: [ofTheTest, ofTheEnd] });
  });
});
