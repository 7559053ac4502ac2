import { renderState, statesOf } from '@flint/remote-kit/testing';
import { screen } from '@testing-library/react';
import remote from '../remote';
import { scenarios } from './scenarios';

const states = statesOf(scenarios);

describe('the states of photos', () => {
  it.each([
    ['full', 'photos', /3\/6/],
    ['empty', 'photos', /0\/6/],
    ['failing', 'photos', /try again/i],
    ['offline', 'photos', /try again|offline/i],
    ['full', 'profile', /100%/],
    ['empty', 'profile', /20%/],
  ] as const)('%s - screen %s - shows %s', async (state, of, text) => {
    await remote.prepare?.(of);
    renderState(remote.Root, of, states[state]);
    expect((await screen.findAllByText(text))[0]).toBeVisible();
  });
});
