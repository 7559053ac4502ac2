import { fakeApi, fakePlatform } from '@flint/remote-kit/testing';
import { act, render, screen } from '@testing-library/react';
import { DataGate } from './DataGate';
import { createNotices } from './notices';
import { createUnsaved } from './unsaved';

describe('notices', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('a success - after six seconds - disappears; a failure stays until dismissed', () => {
    const notices = createNotices();
    notices.notify('Saved', 'success');
    notices.notify('Failed', 'failure');
    jest.advanceTimersByTime(6_000);
    expect(notices.get().map(({ text }) => text)).toEqual(['Failed']);
    notices.dismiss(notices.get()[0]?.id ?? 0);
    expect(notices.get()).toEqual([]);
  });

  it('one that has to be seen - stays beside newer ones until it is dismissed', () => {
    const notices = createNotices();
    const onSeen = jest.fn();
    notices.notify('Not sent', 'info', { onSeen });
    notices.notify('News', 'info');
    jest.advanceTimersByTime(60_000);
    expect(notices.get().map(({ text }) => text)).toEqual(['Not sent']);
    expect(onSeen).not.toHaveBeenCalled();
    notices.dismiss(notices.get()[0]!.id);
    expect(onSeen).toHaveBeenCalledTimes(1);
  });

  it('one beside newer ones - after six seconds - disappears', () => {
    const notices = createNotices();
    for (const text of ['1', '2']) notices.notify(text, 'info', { isBeside: true });
    notices.notify('3', 'info');
    expect(notices.get().map(({ text }) => text)).toEqual(['1', '2', '3']);
    jest.advanceTimersByTime(6_000);
    expect(notices.get()).toEqual([]);
  });

  it('the same text - shown again - replaces the first notice', () => {
    const notices = createNotices();
    notices.notify('Failed', 'failure');
    const first = notices.get()[0]?.id;
    notices.notify('Failed', 'failure');
    expect(notices.get()).toHaveLength(1);
    expect(notices.get()[0]?.id).not.toBe(first);
  });

  it.each([
    ['success', ['3']],
    ['info', ['3']],
    ['failure', ['1', '2', '3']],
  ] as const)('several notices of the tone %s - %j stay', (tone, stay) => {
    const notices = createNotices();
    for (const text of ['1', '2', '3']) notices.notify(text, tone);
    expect(notices.get().map(({ text }) => text)).toEqual(stay);
  });
});

describe('unsaved work', () => {
  const leaves = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return !event.defaultPrevented;
  };

  it('leaving the page - with unsaved work - asks first; without - does not', () => {
    const unsaved = createUnsaved();
    expect(leaves()).toBe(true);
    unsaved.setUnsaved('answers', '2 answers');
    unsaved.setUnsaved('photos', '1 photo');
    expect(leaves()).toBe(false);
    unsaved.setUnsaved('answers', null);
    expect(leaves()).toBe(false);
    unsaved.setUnsaved('photos', null);
    expect(leaves()).toBe(true);
  });

  it('leaving the page - with work that is stored on the device - shows it and does not ask', () => {
    const unsaved = createUnsaved();
    unsaved.setUnsaved('answers', '2 answers', { keptOnDevice: true });
    expect(unsaved.get()).toHaveLength(1);
    expect(leaves()).toBe(true);
    unsaved.setUnsaved('photos', '1 photo');
    expect(leaves()).toBe(false);
    unsaved.setUnsaved('photos', null);
    expect(leaves()).toBe(true);
    unsaved.setUnsaved('answers', null);
  });

  it('work that the device kept - once it no longer does - asks before the page is left', () => {
    const unsaved = createUnsaved();
    unsaved.setUnsaved('photos', '1 photo', { keptOnDevice: true });
    expect(leaves()).toBe(true);
    unsaved.setUnsaved('photos', '1 photo');
    expect(leaves()).toBe(false);
    unsaved.clear();
  });

  it('a description - set again unchanged - notifies no subscriber', () => {
    const unsaved = createUnsaved();
    const heard = jest.fn();
    unsaved.subscribe(heard);
    unsaved.setUnsaved('answers', '2 answers');
    unsaved.setUnsaved('answers', '2 answers');
    expect(heard).toHaveBeenCalledTimes(1);
  });
});

describe('the screen to go on to', () => {
  const never = () => new Promise<never>(() => undefined);
  const completed = { body: { answers: {}, onboardingCompletedAt: '2026-09-01T00:00:00.000Z' } };

  it.each([
    ['the profile', { 'GET /profile': never }],
    ['the offers', { 'GET /profile': completed, 'GET /offers': never }],
  ])('while %s are never answered - is the home screen, after eight seconds', async (_case, routes) => {
    fakeApi(routes);
    jest.useFakeTimers();
    const goOn = jest.fn();
    const { accessToken } = fakePlatform().auth;
    const silence = () => undefined;
    const access = { accessToken, onUnauthenticated: silence, onAnswer: silence, takeEarly: silence };
    render(
      <DataGate userId="ann" access={access} fallback="wait" goOn={goOn} Beside={() => null}>
        home
      </DataGate>,
    );
    await act(() => jest.advanceTimersByTimeAsync(7_000));
    expect(screen.getByText('wait')).toBeDefined();
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(screen.getByText('home')).toBeDefined();
    expect(goOn).not.toHaveBeenCalled();
    jest.useRealTimers();
  });
});
