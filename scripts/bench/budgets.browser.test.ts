import { launchBrowser } from '@flint/testing/browser';
import { startFlint, type TestFlint } from '@flint/testing/flint';
import type { Browser } from 'playwright-core';
import { BUDGETS, tooEarly } from './budgets';
import { weighJourney, type Weight } from './page-weight';

describe('what a student downloads', () => {
  let flint: TestFlint;
  let browser: Browser;
  let weight: { signIn: Weight; journey: Weight };
  beforeAll(async () => {
    flint = await startFlint();
    browser = await launchBrowser();
    weight = await weighJourney(flint, browser);
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await flint[Symbol.asyncDispose]();
  });

  it('the sign-in page - cold - keeps its budget of script and requests, and asks no foreign origin', () => {
    const { signIn } = weight;
    expect(signIn.scriptBytes).toBeLessThanOrEqual(BUDGETS.signIn.scriptBytes);
    expect(signIn.scripts.length).toBeLessThanOrEqual(BUDGETS.signIn.files);
    expect(signIn.foreign).toBe(0);
  });

  it('the whole journey - every screen once - keeps its budget of script and asks no foreign origin', () => {
    expect(weight.journey.scriptBytes).toBeLessThanOrEqual(BUDGETS.journey.scriptBytes);
    expect(weight.journey.foreign).toBe(0);
  });

  it('code for what comes later - before its use - is not asked for', () => {
    expect(tooEarly(weight.signIn, 'signIn')).toEqual([]);
    expect(tooEarly(weight.journey, 'journey')).toEqual([]);
  });

  it('the measuring itself - of a page that loads scripts - finds them', () => {
    expect(weight.signIn.scripts.length).toBeGreaterThanOrEqual(4);
    expect(weight.journey.scripts.some((script) => script.startsWith('/data.'))).toBe(true);
  });
});
