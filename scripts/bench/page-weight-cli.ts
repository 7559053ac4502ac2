/** `npm run bench -- page-weight`. */
import { launchBrowser } from '@flint/testing/browser';
import { startFlint } from '@flint/testing/flint';
import { BUDGETS, tooEarly } from './budgets';
import { measureJourney, type Weight } from './page-weight';

const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;
const out = (line: string) => process.stdout.write(`${line}\n`);

const flint = await startFlint();
const browser = await launchBrowser();
const { signIn, journey } = await measureJourney(flint, browser);
await browser.close();
await flint[Symbol.asyncDispose]();

const row = (name: string, weight: Weight, budget: number, early: readonly string[]) =>
  out(
    [
      name,
      kib(weight.scriptBytes),
      kib(budget),
      weight.scripts.length,
      weight.requests,
      weight.foreign,
      early.length,
    ].join(' | '),
  );
out('page | script, gzip | budget | script files | requests | foreign | files before their use');
row('sign-in, untouched', signIn, BUDGETS.signIn.scriptBytes, tooEarly(signIn, 'signIn'));
row('whole journey', journey, BUDGETS.journey.scriptBytes, tooEarly(journey, 'journey'));
const ok =
  signIn.scriptBytes <= BUDGETS.signIn.scriptBytes && journey.scriptBytes <= BUDGETS.journey.scriptBytes;
process.exit(ok ? 0 : 1);
