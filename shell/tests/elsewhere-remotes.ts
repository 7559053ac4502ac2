/** A component that shares the shell's React. */
export const COMPONENT = (text: string) => `{ default: { contract: 1, id: 'clubs', Root: () => {
  const { createElement, useState } = lent('react');
  const [n, setN] = useState(0);
  const { navigation } = lent('@flint/remote-kit').usePlatform();
  return createElement('div', null, createElement('h1', { 'data-page-heading': true }, '${text} at ' + navigation.location.screen),
    createElement('button', { onClick: () => setN(n + 1) }, 'Joined ' + n));
} } }`;

/** A screen without React; the test clicks its buttons. */
export const MOUNTED = (text: string) => `{ default: { contract: 1, id: 'clubs',
  texts: { fr: async () => ({ 'Hello from clubs': 'Bonjour des clubs' }) },
  mount(element, platform) {
    const show = () => {
      const { screen, params, language, session } = platform.now();
      element.querySelector('h1').textContent = '${text} ' + screen + ' ' + (params.tab ?? 'first') + ' ' + language + ' ' + session.status;
      element.querySelector('p').textContent = platform.t('Hello from clubs');
    };
    element.innerHTML = '<h1 data-page-heading></h1><p></p><textarea aria-label="Idea"></textarea><output></output>';
    const add = (name, work) => {
      const button = document.createElement('button');
      button.textContent = name;
      button.onclick = work;
      element.append(button);
    };
    const idea = element.querySelector('textarea');
    idea.value = platform.drafts.read('idea') ?? '';
    idea.oninput = () => platform.drafts.put('idea', idea.value);
    add('Tab', () => platform.navigation.goTo('clubs', { tab: 'second' }));
    add('Leave', () => platform.navigation.goTo('offers'));
    add('Say', () => platform.notify('Said by clubs', 'success'));
    add('Ask', async () => { element.querySelector('output').textContent = JSON.stringify(await platform.data.call({ method: 'GET', path: '/photos' })); });
    add('Break', () => platform.fail(new Error('broken')));
    element.stop = platform.subscribe(show);
    show();
  },
  unmount(element) { element.stop(); globalThis.clubsLeft = (globalThis.clubsLeft ?? 0) + 1; } } }`;

/** The same in a frame: it shows what it knows of the page. */
export const FRAMED = `{ default: { contract: 1, id: 'clubs',
  texts: { fr: async () => ({ 'Hello from clubs': 'Bonjour des clubs' }) },
  mount(element, platform) {
    const make = (name, fields) => element.appendChild(Object.assign(document.createElement(name), fields));
    const title = make('h1', {});
    const show = () => {
      const { screen, params, language, session, online } = platform.now();
      const scheme = getComputedStyle(title).colorScheme.split(' ')[0];
      title.textContent = ['Framed', screen, params.tab ?? 'first', language, session.status, '[' + session.user.email + session.user.id + ']',
        scheme, online ? 'online' : 'offline'].join(' ');
    };
    make('p', { textContent: platform.t('Hello from clubs') });
    make('a', { textContent: 'Second', href: platform.navigation.href('clubs', { tab: 'second' }) });
    make('a', { textContent: 'Outside', href: 'https://club.test/rules' });
    const idea = make('textarea', { ariaLabel: 'Idea', value: platform.drafts.read('idea') ?? '', oninput: () => platform.drafts.put('idea', idea.value) });
    const output = make('output', {});
    const add = (textContent, onclick) => make('button', { textContent, onclick });
    const ask = (path) => async () => { output.textContent = JSON.stringify(await platform.data.call({ method: 'GET', path })); };
    add('Tab', () => platform.navigation.goTo('clubs', { tab: 'second' }));
    add('Leave', () => platform.navigation.goTo('offers'));
    make('form', { onsubmit: (event) => (event.preventDefault(), platform.notify('Said by clubs', 'success')) }).append(add('Say'));
    add('Ask /profile', ask('/profile'));
    add('Ask /photos', ask('/photos'));
    add('Grow', () => { element.style.minHeight = '30000px'; });
    add('Throw', () => { throw new Error('thrown by clubs'); });
    // not within the click, whose end a frame that is gone does not tell the test
    add('Break', () => setTimeout(() => platform.fail(new Error('broken')), 50));
    platform.subscribe(show);
    show();
  },
  unmount() {} } }`;
