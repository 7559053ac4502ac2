import { renderState, statesOf } from '@flint/remote-kit/testing';
import { screen } from '@testing-library/react';
import remote from '../remote';
import { scenarios } from './scenarios';

const states = statesOf(scenarios);

describe('the states of onboarding', () => {
  it('full - the first question - has its saved answer', async () => {
    renderState(remote.Root, 'onboarding', states.full);
    expect(await screen.findByDisplayValue('Ann')).toBeVisible();
  });

  it('empty - the first question - has none', async () => {
    renderState(remote.Root, 'onboarding', states.empty);
    expect(await screen.findByText(/Question 1 of/)).toBeVisible();
    expect(screen.queryByDisplayValue('Ann')).not.toBeInTheDocument();
  });

  it('failing - answers that cannot be read - offers to try again', async () => {
    renderState(remote.Root, 'onboarding', states.failing);
    expect(await screen.findByText(/try again/i)).toBeVisible();
  });

  it('offline - answers that cannot be read - still shows the questions', async () => {
    renderState(remote.Root, 'onboarding', states.offline);
    expect(await screen.findByText(/Question 1 of/)).toBeVisible();
  });
});
