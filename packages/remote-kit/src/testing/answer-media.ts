/** Answers the media queries of the page, which jsdom cannot. The returned function takes the answers back. */
export function answerMedia(answer: (query: string) => boolean): () => void {
  const { matchMedia } = window;
  const ask = (query: string) => ({
    matches: answer(query),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  Object.assign(window, { matchMedia: ask });
  return () => void Object.assign(window, { matchMedia });
}
