import { QUESTIONS } from '@flint/contracts/questions/catalogue';
import { PlatformProvider, usePlatform, type ScreenParams } from '@flint/remote-kit';
import { createStore } from '@flint/remote-kit/store';
import { answerMedia, renderScreen } from '@flint/remote-kit/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { Root } from '../Root';
import { platform, profile } from '../testing/show';

/** Of 70 from sign-in to a complete profile: the others are one for the code, two for the week and three for a photo. */
const MOST_TAPS = 64;

const params = createStore<ScreenParams>({ question: QUESTIONS[0]!.id });
const left: string[] = [];

/** The questionnaire, with a navigation that leads to its questions. */
function Walked() {
  const own = usePlatform();
  const here = useSyncExternalStore(params.subscribe, params.get);
  const location = { screen: 'onboarding' as const, params: here };
  const goTo = (to: string, next: ScreenParams = {}) =>
    to === 'onboarding' ? params.set(next) : void left.push(to);
  return (
    <PlatformProvider value={{ ...own, navigation: { ...own.navigation, location, goTo } }}>
      <Root />
    </PlatformProvider>
  );
}

let taps = 0;
function tap(target: Element) {
  taps += 1;
  fireEvent.pointerUp(target);
  fireEvent.click(target);
}

/** Taps the first choice of each group, then Next, unless the tap went on by itself. Selectors: roles take a second a page. */
async function answer({ title }: (typeof QUESTIONS)[number]) {
  const isShown = () => document.querySelector('h1')?.textContent === title;
  expect(document.querySelector('h1')).toHaveTextContent(title);
  for (const group of document.querySelectorAll('fieldset')) {
    const choice = group.querySelector('[type=radio], [type=checkbox]');
    // a scale already has its value
    if (choice && !group.querySelector(':checked')) tap(choice);
  }
  await act(async () => void (await jest.advanceTimersByTimeAsync(500)));
  if (isShown() && left.length === 0) tap(document.querySelector('[type=submit]')!);
}

describe('the questionnaire', () => {
  it('by touch, one choice a question - is complete after 64 taps at most, with nothing left open', async () => {
    jest.useFakeTimers();
    window.scrollTo = () => undefined;
    const stopAnswering = answerMedia(() => true);
    const answers = { bundle_intro: { display_name: 'Ann', date_of_birth: '2004-01-15' } };
    const save = ({ body }: { readonly body: unknown }) => {
      Object.assign(answers, (body as { answers?: object }).answers);
      return profile(answers);
    };
    renderScreen(<Walked />, {
      platform: platform(),
      api: { 'GET /profile': profile(answers), 'PATCH /profile': save },
    });
    await act(async () => void (await jest.advanceTimersByTimeAsync(1_000)));
    for (const question of QUESTIONS) await answer(question);
    expect(screen.queryByText(/open question/)).toBeNull();
    expect(left).toEqual(['availability']);
    expect(taps).toBeLessThanOrEqual(MOST_TAPS);
    expect(taps).toBeGreaterThan(QUESTIONS.length);
    stopAnswering();
    jest.useRealTimers();
  });
});
