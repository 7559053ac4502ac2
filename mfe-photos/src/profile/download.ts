/** Saves a text as a file of the student's. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** Downloads the response of an address as a file. */
export function downloadFrom(url: string): void {
  Object.assign(document.createElement('a'), { href: url, download: '' }).click();
}
