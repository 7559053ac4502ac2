import { renderState, statesOf } from '@flint/remote-kit/testing';
import { screen } from '@testing-library/react';
import remote from '../remote';
import { scenarios } from './scenarios';

const states = statesOf(scenarios);

describe('the states of offers', () => {
  it.each([
    ['full', 'matches', /Cleo/],
    ['empty', 'matches', /No matches|nobody|no one|yet/i],
    ['failing', 'matches', /try again/i],
    ['full', 'offers', /Board games/],
    ['empty', 'offers', /No offers|no date|yet/i],
    ['offline', 'offers', /try again|offline/i],
  ] as const)('%s - screen %s - shows %s', async (state, of, text) => {
    await remote.prepare?.(of);
    renderState(remote.Root, of, states[state]);
    expect((await screen.findAllByText(text))[0]).toBeInTheDocument();
  });
});
