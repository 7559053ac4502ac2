describe('the icon of the installed app', () => {
  it('at start - no longer shows the number of the last visit - and then shows how many offers wait', async () => {
    const setAppBadge = jest.fn(async (_count: number) => undefined);
    Object.assign(navigator, { setAppBadge });
    const { setWaiting } = await import('./news');
    for (const count of [0, 2, 2, 1, 0]) setWaiting(count);
    expect(setAppBadge.mock.calls).toEqual([[0], [2], [1], [0]]);
  });

  it('that the system does not allow - leaves the rest of the page alone', async () => {
    jest.resetModules();
    Object.assign(navigator, { setAppBadge: () => Promise.reject(new Error('not allowed')) });
    const { setWaiting } = await import('./news');
    expect(() => setWaiting(3)).not.toThrow();
  });
});
