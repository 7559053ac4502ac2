/** @jest-environment jsdom */
import { closeDialogsOnBack } from './back-closes';

/** A dialog of a screen; 'cancel' closes it, as in the components. */
function openDialog(): { readonly isOpen: () => boolean; close(): void } {
  const dialog = document.createElement('dialog');
  document.body.append(dialog);
  const close = () => dialog.remove();
  dialog.addEventListener('cancel', close);
  dialog.setAttribute('open', '');
  return { isOpen: () => dialog.isConnected, close };
}

/** The observer and jsdom's history are asynchronous: each step of a traversal is a timer of its own, and these come in order. */
async function settle() {
  for (let steps = 0; steps < 20; steps += 1) await new Promise((resolve) => setTimeout(resolve));
}
const go = async (work: () => void) => {
  work();
  await settle();
};
const back = () => go(() => history.back());
const forward = () => go(() => history.forward());
const visit = (path: string, key: string) => history.pushState({ key }, '', path);

let stop = () => undefined as void;
beforeEach(() => {
  visit('/matches', 'matches');
  visit('/offers', 'offers');
  stop = closeDialogsOnBack();
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

describe('Back, with a dialog over a screen (review, bug 20)', () => {
  it('open - closes it and stays; once more - leaves the screen', async () => {
    const dialog = openDialog();
    await settle();
    await back();
    expect(dialog.isOpen()).toBe(false);
    expect(location.pathname).toBe('/offers');
    await back();
    expect(location.pathname).toBe('/matches');
  });

  it('two dialogs, one above the other - closes the upper one first', async () => {
    const lower = openDialog();
    await settle();
    const upper = openDialog();
    await settle();
    await back();
    expect([lower.isOpen(), upper.isOpen()]).toEqual([true, false]);
    await back();
    expect(lower.isOpen()).toBe(false);
    expect(location.pathname).toBe('/offers');
  });

  it('closed by its button - leaves the screen at once', async () => {
    const dialog = openDialog();
    await settle();
    dialog.close();
    await back();
    expect(location.pathname).toBe('/matches');
  });

  it('closed by its button, before a navigation to another screen - returns to this screen, then to the one before, and forward past both', async () => {
    const lower = openDialog();
    await settle();
    const upper = openDialog();
    await settle();
    upper.close();
    lower.close();
    visit('/profile', 'profile');
    await back();
    expect([location.pathname, history.state]).toEqual(['/offers', { key: 'offers' }]);
    await back();
    expect(location.pathname).toBe('/matches');
    await forward();
    expect([location.pathname, history.state]).toEqual(['/offers', { key: 'offers' }]);
    await forward();
    expect(location.pathname).toBe('/profile');
  });

  it('closed by Back - forward stays on the screen, and Back leaves it at once', async () => {
    const dialog = openDialog();
    await settle();
    await back();
    await forward();
    expect([location.pathname, dialog.isOpen()]).toEqual(['/offers', false]);
    await back();
    expect(location.pathname).toBe('/matches');
  });

  it('closed long ago, at two places of one screen - goes to the other place', async () => {
    history.pushState(history.state, '', '#below');
    await back();
    expect([location.pathname, location.hash]).toEqual(['/offers', '']);
  });

  it('closed by its button, on the entry of a loaded page, which has no key - a link into the page leads there', async () => {
    history.pushState(null, '', '/photos');
    const dialog = openDialog();
    await settle();
    dialog.close();
    // as Chrome follows the link
    await go(() => {
      history.pushState(null, '', '#main');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    expect([location.pathname, location.hash]).toEqual(['/photos', '#main']);
    await back();
    expect([location.pathname, location.hash]).toEqual(['/photos', '']);
  });

  it('opened again after one was closed - needs no second entry', async () => {
    const first = openDialog();
    await settle();
    const { length } = history;
    first.close();
    const second = openDialog();
    await settle();
    expect(history).toHaveLength(length);
    await back();
    expect(second.isOpen()).toBe(false);
    expect(location.pathname).toBe('/offers');
  });
});
