import { browserNameOf } from './browser-name';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)';
const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)';
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROMEBOOK = 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  ['Edge', 'macOS', `${MAC} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`],
  ['Opera', 'macOS', `${MAC} Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0`],
  ['Safari', 'macOS', `${MAC} Version/18.1 Safari/605.1.15`],
  ['Chrome', 'Android', `${PIXEL} Chrome/131.0.0.0 Mobile Safari/537.36`],
  ['Samsung Internet', 'Android', `${PIXEL} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`],
  ['Chrome', 'iPad', `${IPAD} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`],
  ['Firefox', 'iPad', `${IPAD} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`],
  ['Chrome', 'ChromeOS', `${CHROMEBOOK} Chrome/131.0.0.0 Safari/537.36`],
  ['Firefox', 'Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  [null, null, 'curl/8.5.0'],
])('%s on %s - is named so, although it claims to be others, too', (browser, system, agent) => {
  expect(browserNameOf(agent)).toEqual({ browser, system });
});
