import { fakePlatform, renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { REPORT_REASONS, type Offer } from '@flint/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildOffer } from '../testing/build';
import { OffersScreen } from './OffersScreen';

function show(offer: Offer, routes: FakeRoutes = {}) {
  const platform = fakePlatform();
  const view = renderScreen(<OffersScreen />, {
    api: { 'GET /offers': { body: { items: [offer], nextCursor: null } }, ...routes },
    platform,
  });
  return { ...view, notices: platform.notices, user: userEvent.setup() };
}
const posted = (view: ReturnType<typeof show>) =>
  view.api.calls.filter(({ method, path }) => method === 'POST' && path === '/safety/reports');

describe('reporting a person from an offer', () => {
  it('with details - is sent with the offer, and confirmed word for word', async () => {
    const offer = buildOffer({});
    const { id, name } = offer.fromUser;
    const view = show(offer, { 'POST /safety/reports': { status: 201, body: {} } });
    await view.user.click(await screen.findByRole('button', { name: `Report or block ${name}` }));
    await view.user.click(await screen.findByRole('button', { name: `Report ${name}` }));
    const dialog = within(await screen.findByRole('dialog', { name: `Report ${name}` }));
    expect(dialog.getByRole('button', { name: 'Submit' })).toBeDisabled();
    await view.user.selectOptions(dialog.getByLabelText('Reason'), 'scam');
    await view.user.type(dialog.getByLabelText('Details'), ' Wanted money ');
    await view.user.click(dialog.getByRole('button', { name: 'Submit' }));
    await waitFor(() =>
      expect(view.notices).toEqual([
        { text: 'Report submitted successfully. Our safety team will review it.', tone: 'success' },
      ]),
    );
    expect(posted(view)[0]!.body).toEqual({
      userId: id,
      offerId: offer.id,
      reason: 'scam',
      description: 'Wanted money',
    });
  });

  it('for a serious reason - needs no details; when refused - shows the error and stays open', async () => {
    const offer = buildOffer({});
    const view = show(offer, { 'POST /safety/reports': { status: 503, body: {} } });
    await view.user.click(
      await screen.findByRole('button', { name: `Report or block ${offer.fromUser.name}` }),
    );
    await view.user.click(await screen.findByRole('button', { name: `Report ${offer.fromUser.name}` }));
    const dialog = within(await screen.findByRole('dialog'));
    await view.user.selectOptions(dialog.getByLabelText('Reason'), 'underage');
    await view.user.click(dialog.getByRole('button', { name: 'Submit' }));
    await waitFor(() =>
      expect(view.notices).toEqual([{ text: 'Failed to submit report. Please try again.', tone: 'failure' }]),
    );
    expect(screen.getByRole('dialog')).toBeVisible();
  });
});

describe('a completed offer, which has a button to report an issue', () => {
  it('its menu - reports the person too, for every reason', async () => {
    const { user } = show(buildOffer({ status: 'completed' }));
    expect(await screen.findByRole('button', { name: 'Report Issue' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Report or block Ben' }));
    await user.click(await screen.findByRole('button', { name: 'Report Ben' }));
    const reasons = within(await screen.findByLabelText('Reason')).getAllByRole('option');
    expect(reasons.map((each) => (each as HTMLOptionElement).value)).toEqual([...REPORT_REASONS]);
  });
});

describe('blocking a person from an offer', () => {
  it('that fails - says so only', async () => {
    const view = show(buildOffer({}), { 'POST /blocks': { status: 503, body: {} } });
    await view.user.click(await screen.findByRole('button', { name: 'Report or block Ben' }));
    await view.user.click(await screen.findByRole('button', { name: 'Block Ben' }));
    await view.user.click(screen.getByRole('button', { name: 'Block' }));
    await waitFor(() => expect(view.notices).toMatchObject([{ tone: 'failure' }]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('once confirmed - is sent and said, and the offers are read again', async () => {
    const { fromUser } = buildOffer({});
    const view = show(buildOffer({}), { 'POST /blocks': { status: 204 } });
    await view.user.click(await screen.findByRole('button', { name: `Report or block ${fromUser.name}` }));
    await view.user.click(await screen.findByRole('button', { name: `Block ${fromUser.name}` }));
    const dialog = within(await screen.findByRole('dialog', { name: `Block ${fromUser.name}?` }));
    await view.user.click(dialog.getByRole('button', { name: 'Block' }));
    await waitFor(() => expect(view.notices).toMatchObject([{ tone: 'success' }]));
    const calls = () => view.api.calls.filter(({ path }) => path === '/blocks' || path === '/offers');
    await waitFor(() =>
      expect(calls()).toMatchObject([
        { method: 'GET' },
        { method: 'POST', body: { userId: fromUser.id } },
        { method: 'GET' },
      ]),
    );
  });
});
