/** Its cleanup runs before the notice leaves the document: the focus would be lost with a button of it. */
export const keepFocus = (notice: HTMLElement | null) => () => {
  if (notice?.contains(document.activeElement))
    document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true });
};
