import { openPage } from '@flint/testing/browser';
import { writeFixtureRemote } from './fixture-remote';
import { browser, signIn, useStage } from './stage';

/** A screen with a field whose text a reload would lose. */
const OFFERS = `(() => {
  const kit = () => lent('@flint/remote-kit');
  const h = (...args) => lent('react').createElement(...args);
  return { default: { contract: 1, id: 'offers', Root: () => {
    const { setUnsaved } = kit().usePlatform();
    return h('label', null, h('h1', { 'data-page-heading': true }, 'Your Offers'), 'Note ',
      h('input', { onChange: (e) => setUnsaved('note', e.target.value ? '1 note' : null) }));
  } } };
})()`;

const stage = useStage(async () => ({
  replace: { offers: await writeFixtureRemote({ id: 'offers', exposes: OFFERS }) },
}));

describe('the language of the page', () => {
  it('a browser that prefers French - at the first visit - gets English and an offer of French in one tap, which is remembered', async () => {
    const { page, close } = await openPage(browser, { locale: 'fr-CA' });
    await page.goto(stage.url);
    await page.getByRole('heading', { name: 'Sign in to Flint' }).waitFor();
    await page.getByRole('button', { name: 'Continuer en français' }).click();
    await page.getByRole('heading', { name: 'Se connecter à Flint' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Se connecter à Flint' }).waitFor();
    expect(await page.getByRole('button', { name: 'Continuer en français' }).count()).toBe(0);
    expect(await page.title()).toBe('Se connecter · Flint');
    expect(await page.getAttribute('html', 'lang')).toBe('fr-CA');
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Sign in to Flint' }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('en');
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in to Flint' }).waitFor();
    await close();
  });

  it('French in the command palette - with unsaved work - asks before it reloads, and keeps the work if the student stays', async () => {
    const { page, close } = await openPage(browser, { viewport: { width: 1280, height: 800 } });
    await signIn(page.context());
    await page.goto(`${stage.url}/offers`);
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill('x');
    await page.getByText('Not saved yet: 1 note').waitFor();
    const chooseFrench = async (answer: 'accept' | 'dismiss') => {
      const asked = new Promise<string>((resolve) => {
        page.once('dialog', (dialog) => {
          resolve(dialog.type());
          void dialog[answer]();
        });
      });
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Command' }).fill('francais');
      await page.keyboard.press('Enter');
      expect(await asked).toBe('beforeunload');
    };
    await chooseFrench('dismiss');
    expect(await note.inputValue()).toBe('x');
    await chooseFrench('accept');
    await page.getByText('Tout est enregistré').waitFor();
    const navigation = page.getByRole('navigation', { name: 'Principale' });
    await navigation.getByRole('link', { name: 'Invitations' }).waitFor();
    await close();
  });
});
