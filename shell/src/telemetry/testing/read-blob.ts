/** The JSON of a report: jsdom's Blob has no `text()`. */
export const readBlob = (blob: Blob): Promise<unknown> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(JSON.parse(String(reader.result))));
    reader.readAsText(blob);
  });
