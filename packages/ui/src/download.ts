/** iOS asks the student before it reads the file; a page that is left frees it anyway. */
const READ_MS = 40_000;

/** Saves a text as a file of the student's. */
export function download(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
}

/** Downloads the response of an address as a file. */
export function downloadFrom(url: string): void {
  Object.assign(document.createElement('a'), { href: url, download: '' }).click();
}
