/** jsdom knows no modal dialogs: in a test they are open or closed, and nothing scrolls to them. */
const dialog = globalThis.HTMLDialogElement?.prototype as Partial<HTMLDialogElement> | undefined;
if (dialog) {
  dialog.showModal ??= function (this: Element) {
    this.setAttribute('open', '');
  };
  dialog.close ??= function (this: Element) {
    this.removeAttribute('open');
  };
  Element.prototype.scrollIntoView ??= () => undefined;
}
