import type { Offer } from '@flint/contracts';
import { renderScreen } from '@flint/remote-kit/testing';
import { screen } from '@testing-library/react';
import { buildOffer, buildSent } from '../testing/build';
import { TimeNotes } from './TimeNotes';

const at = (hour: number) => new Date(2040, 2, 5, hour).toISOString();
function show(proposed: string, ...items: Offer[]) {
  const api = { 'GET /offers': { body: { items, nextCursor: null } } };
  renderScreen(<TimeNotes proposed={proposed} />, { api });
}

describe('before an offer is sent', () => {
  it.each([
    [
      'an offer of one’s own',
      buildSent({ proposedDate: at(19) }),
      /^You have asked Ben for Monday, March 5, 2040 at 7 PM\./,
    ],
    [
      'an agreed date',
      buildOffer({ status: 'accepted', proposedDate: at(17) }),
      /^You are meeting Ben Monday, March 5, 2040 at 5 PM\./,
    ],
  ] as const)('%s that overlaps - is pointed out', async (_case, offer, text) => {
    show(at(18), offer);
    expect(
      await screen.findByText((_, element) => element?.tagName === 'P' && text.test(element.textContent)),
    ).toBeVisible();
  });

  it('offers of others, ended ones and those two hours away - cause no warning', async () => {
    show(
      at(18),
      buildOffer({ proposedDate: at(18) }),
      buildSent({ proposedDate: at(18), cancelledAt: 'x', cancelledBy: 'sender' }),
      buildSent({ proposedDate: at(20) }),
      buildOffer({ status: 'accepted', proposedDate: at(10) }),
      buildOffer({ status: 'accepted', proposedDate: at(16) }),
      // the only one that overlaps
      buildSent({ proposedDate: at(19) }),
    );
    expect(await screen.findByRole('status')).toHaveTextContent(/^You have asked Ben for .* at 7 PM\. /);
  });

  it('a time at night - causes a warning', () => {
    show(at(7));
    expect(screen.queryByText(/^This is at night/)).toBeNull();
    show(at(6));
    expect(screen.getByText(/^This is at night: .*6 AM/)).toBeVisible();
  });
});
