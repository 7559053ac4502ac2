/** Key in the state of a history entry: number of dialogs that were open. */
const DIALOGS = 'flintDialogs';

type State = { readonly key?: string; readonly [DIALOGS]?: number } | null;
const stateNow = () => history.state as State;
const dialogsAt = () => stateNow()?.[DIALOGS] ?? 0;
/** The entry of a loaded page has no key. */
const placeNow = () => `${stateNow()?.key} ${location.href}`;
const openDialogs = () => [...document.querySelectorAll('dialog[open]')];

/**
 * Makes Back close an open dialog before it leaves the screen: an open dialog has a history entry with the address and the router's state
 * of its screen. The entry of a closed dialog is skipped, by Forward, too. Returns a function that stops this.
 */
export function closeDialogsOnBack(): () => void {
  let at = { dialogs: dialogsAt(), place: placeNow() };
  let isPassingOver = false;
  const passOver = () => {
    isPassingOver = true;
    history.back();
  };
  const handleOpened = () => {
    const { length } = openDialogs();
    if (length <= dialogsAt()) return;
    history.pushState({ ...history.state, [DIALOGS]: length }, '');
    at = { dialogs: length, place: placeNow() };
  };
  const handleMoved = () => {
    const [before, dialogs, place] = [at, dialogsAt(), placeNow()];
    const wasPassingOver = isPassingOver;
    isPassingOver = false;
    at = { dialogs, place };
    const open = openDialogs();
    for (const dialog of open.slice(dialogs).reverse())
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    if (dialogs > open.length) {
      // by Forward from its own screen; where nothing follows, this entry shows that screen, too
      if (before.place === place && before.dialogs < dialogs) history.forward();
      else passOver();
    }
    // from the entry of a closed dialog to its own screen: nothing changes, so go to the screen before
    else if (!wasPassingOver && open.length === dialogs && before.dialogs > dialogs && before.place === place)
      history.back();
  };
  const observer = new MutationObserver(handleOpened);
  observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['open'] });
  addEventListener('popstate', handleMoved);
  return () => {
    observer.disconnect();
    removeEventListener('popstate', handleMoved);
  };
}
