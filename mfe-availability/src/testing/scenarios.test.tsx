import { renderState, statesOf } from '@flint/remote-kit/testing';
import { screen } from '@testing-library/react';
import remote from '../remote';
import { scenarios } from './scenarios';

const states = statesOf(scenarios);

describe('the states of availability', () => {
  it.each([
    ['full', /Save Availability \(20 hours\)/],
    ['empty', /Save Availability \(0 hours\)/],
    ['failing', /try again/i],
    ['offline', /Save Availability \(0 hours\)/],
  ] as const)('%s - the week - shows %s', async (state, text) => {
    renderState(remote.Root, 'availability', states[state]);
    expect((await screen.findAllByText(text))[0]).toBeVisible();
  });
});
