import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { at, lost, profile, show } from '../testing/show';

/** The last day of the year in which students turn 18: 17 years today, except on that day. */
const SEVENTEEN = `${new Date().getFullYear() - 18}-12-31`;
const ADULT = '2001-12-15';
const RIGHT = 'Yes, this is my date of birth';

const held = {
  status: 422,
  body: {
    code: 'under_age',
    detail: 'x',
    errors: [
      { pointer: '/answers/bundle_intro/date_of_birth', detail: 'Our safety team looks at this date.' },
    ],
  },
};
const field = () => screen.findByLabelText('Date of birth');
const enter = async (date: string) => fireEvent.change(await field(), { target: { value: date } });

describe('a date of birth that gives 17 years', () => {
  it('on the way to another year - is never sent, the date after it is, and the name keeps being saved', async () => {
    const { sent, sendNow } = show(
      {
        'GET /profile': profile({ bundle_intro: { display_name: 'Ann' } }),
        'PATCH /profile': profile(),
      },
      at('bundle_intro'),
    );
    await enter(SEVENTEEN);
    expect(await screen.findByText('You would be 17. Is this date right?')).toBeVisible();
    await userEvent.type(screen.getByLabelText('What should matches call you?'), 'a', { delay: null });
    await sendNow();
    expect(JSON.stringify(sent())).toContain('Anna');
    expect(screen.getByText('Not saved')).toBeVisible();
    await enter(ADULT);
    expect(screen.queryByText('You would be 17. Is this date right?')).toBeNull();
    await sendNow();
    expect(JSON.stringify(sent())).toContain(ADULT);
    expect(JSON.stringify(sent())).not.toContain(SEVENTEEN);
  });

  it('confirmed - is sent with the confirmation, and the server’s answer stands at the field', async () => {
    const intro = { display_name: 'Ann' };
    const { sent } = show(
      { 'GET /profile': profile({ bundle_intro: intro }), 'PATCH /profile': held },
      at('bundle_intro'),
    );
    await enter(SEVENTEEN);
    await userEvent.click(await screen.findByRole('button', { name: RIGHT }));
    expect(await screen.findByText('Our safety team looks at this date.')).toBeVisible();
    expect(sent()).toEqual([
      { answers: { bundle_intro: { ...intro, date_of_birth: SEVENTEEN } }, confirmedBirthDate: SEVENTEEN },
    ]);
    expect(await field()).toHaveValue('');
  });

  it('confirmed without a network - stays in the field and can be confirmed again', async () => {
    show({ 'PATCH /profile': lost }, at('bundle_intro'));
    await enter(SEVENTEEN);
    await userEvent.click(await screen.findByRole('button', { name: RIGHT }));
    expect(await screen.findByText(/Network error/)).toBeVisible();
    expect(await field()).toHaveValue(SEVENTEEN);
    expect(screen.getByRole('button', { name: RIGHT })).toBeEnabled();
  });
});

describe('a date of birth', () => {
  const year = new Date().getFullYear();

  it('under 18 by its year - is ignored and said so, until another is entered (spec 5)', async () => {
    const view = show({ 'GET /profile': profile(), 'PATCH /profile': profile() }, at('bundle_intro'));
    expect(await field()).toHaveAttribute('min', '1900-01-01');
    expect(await field()).not.toBeInvalid();
    await enter(`${year - 17}-01-01`);
    expect(await field()).toBeInvalid();
    expect(screen.queryByRole('button', { name: RIGHT })).toBeNull();
    await view.sendNow();
    expect(view.sent()).toEqual([]);
    await enter(ADULT);
    expect(await field()).not.toBeInvalid();
    await view.sendNow();
    expect(JSON.stringify(view.sent())).toContain(ADULT);
  });

  it('that cannot be right - is called so once its field is left, and is never sent', async () => {
    const view = show({ 'GET /profile': profile(), 'PATCH /profile': profile() }, at('bundle_intro'));
    await enter(`${year - 101}-01-01`);
    expect(await field()).not.toBeInvalid();
    fireEvent.blur(await field());
    expect(await field()).toHaveAccessibleDescription(/This date cannot be right. Please check the year.$/);
    expect(screen.queryByRole('button', { name: RIGHT })).toBeNull();
    await view.sendNow();
    expect(view.sent()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'All questions' }));
    expect(screen.getByText(/ \(check your date of birth\)$/)).toBeVisible();
  });

  it('entered at 17 and not confirmed - is sent once the student is 18, and is no draft any more', async () => {
    const own = at('bundle_intro');
    const routes = {
      'GET /profile': profile({ bundle_intro: { display_name: 'Ann' } }),
      'PATCH /profile': profile({ bundle_intro: { display_name: 'Ann', date_of_birth: ADULT } }),
    };
    const { sent, sendNow, store } = show(routes, own);
    await field();
    await act(async () => void (await store.outbox.keep('draft', 'date_of_birth', ADULT)));
    await sendNow();
    expect(sent()).toEqual([
      {
        answers: { bundle_intro: { display_name: 'Ann', date_of_birth: ADULT } },
        madeFrom: { bundle_intro: { display_name: 'Ann' } },
      },
    ]);
    expect(await field()).toHaveValue(ADULT);
    expect(store.outbox.readKind('draft').map(([name]) => name)).not.toContain('date_of_birth');
  });

  it('of 17 years that the server takes - is the answer, and is no more asked about', async () => {
    const intro = { display_name: 'Ann', date_of_birth: SEVENTEEN };
    const view = show(
      { 'GET /profile': profile(), 'PATCH /profile': profile({ bundle_intro: intro }) },
      at('bundle_intro'),
    );
    await enter(SEVENTEEN);
    await userEvent.click(await screen.findByRole('button', { name: RIGHT }));
    await waitFor(() => expect(screen.queryByRole('button', { name: RIGHT })).toBeNull());
    expect(await field()).toHaveValue(SEVENTEEN);
    await waitFor(() =>
      expect(view.store.outbox.readKind('draft').map(([name]) => name)).not.toContain('date_of_birth'),
    );
  });
});
