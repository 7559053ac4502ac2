import { renderState, statesOf } from '@flint/remote-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import remote from '../remote';
import { scenarios } from './scenarios';

const states = statesOf(scenarios);

describe('the states of signing in', () => {
  it.each([
    ['full', /code/i],
    ['failing', /Flint is busy/],
    ['offline', /offline/i],
  ] as const)('%s - an address given - shows %s', async (state, text) => {
    renderState(remote.Root, 'signIn', states[state]);
    await userEvent.type(await screen.findByRole('textbox'), 'ann@campus.edu{Enter}');
    expect((await screen.findAllByText(text))[0]).toBeVisible();
  });
});
