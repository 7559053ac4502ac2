import { renderScreen, type FakeRoutes } from '@flint/remote-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OwnReports } from './profile/OwnReports';
import { SafetySettings } from './profile/SafetySettings';
import { CalendarRow } from './settings/CalendarRow';
import { MailSwitch } from './settings/MailSwitch';

const report = { id: 'a'.repeat(24), name: 'Ben', reason: 'scam', createdAt: '2027-03-02T12:00:00Z' };
const reports = { items: [{ ...report, decidedAt: null, outcome: null }], nextCursor: null };
const standing = { pausedAt: '2027-03-02T12:00:00Z', restrictedUntil: null, notices: [] };

describe('a setting whose state cannot be read', () => {
  it.each([
    ['the pause', <SafetySettings key="pause" />, 'GET /safety/standing', standing, 'switch', /^Pause/],
    ['own reports', <OwnReports key="reports" />, 'GET /safety/reports', reports, 'time', ''],
    ['mail', <MailSwitch key="mail" />, 'GET /offers/mail', { wanted: true }, 'switch', /^Email me/],
    [
      'the calendar address',
      <CalendarRow key="calendar" />,
      'GET /calendar-feed',
      { since: '2027-03-02T12:00:00Z' },
      'button',
      'End the address',
    ],
  ])('%s - says so instead of a default, and is read again', async (...each) => {
    const [, element, route, body, role, name] = each;
    const lost = { status: 503, body: { code: 'unavailable', detail: 'x' } };
    const api: FakeRoutes = { 'GET /safety/reports': { body: reports }, [route]: lost };
    const view = renderScreen(element, { api });
    const failure = within(await screen.findByRole('alert'));
    expect(failure.getByText(/: Service Unavailable$/)).toBeVisible();
    expect(screen.queryByRole(role, { name })).toBeNull();
    view.api.routes[route] = { body };
    await userEvent.click(failure.getByRole('button', { name: 'Try Again' }));
    const control = await screen.findByRole(role, { name });
    expect(screen.queryByRole('alert')).toBeNull();
    if (role === 'switch') expect(control).toBeChecked();
  });
});
