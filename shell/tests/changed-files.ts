import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Fault } from './stage';

/** What browser and shell log about a file that was changed. */
export const PROVOKED = [
  /integrity/i,
  /\[flint\] (remote|shell)_/,
  /Failed to load resource/,
  /Failed to find a valid digest/,
];

const FOR_EVER = {
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=31536000, immutable',
};

/** Files of the offers remote, by kind. */
export const FILES: readonly [string, RegExp][] = [
  ['the entry', /remoteEntry/],
  ['the exposed style', /expose_remote.*\.css/],
  ['a lazy script', /screen-matches.*\.js/],
  ['a lazy style', /screen-matches.*\.css/],
];

/** Serves matching files of a remote with a change that is visible when it runs or applies, `times` times. */
export function changed(dir: string, pattern: RegExp, times: number): Fault {
  let left = times;
  return (request, response) => {
    const url = request.url ?? '';
    if (!pattern.test(url) || left === 0) return false;
    left -= 1;
    const isScript = url.endsWith('.js');
    const added = isScript ? '\n;globalThis.changed = true;' : 'body{--changed:yes}';
    const type = isScript ? 'text/javascript' : 'text/css';
    response
      .writeHead(200, { ...FOR_EVER, 'content-type': type })
      .end(readFileSync(`${dir}${url}`, 'utf8') + added);
    return true;
  };
}

/** Whether a changed file has run or been applied. */
export const hasRun = (page: Page) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.body).getPropertyValue('--changed');
    return style !== '' || 'changed' in globalThis;
  });
