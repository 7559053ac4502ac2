import { DESK_BASE } from '@flint/contracts/desk';
import { fakeApi } from '@flint/remote-kit/testing';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ID } from '../testing/case';
import { useLog } from '../use-log';
import { Log } from './Log';

const READ = `GET ${DESK_BASE}/log`;
const pageOf = (row: number) => ({
  items: [{ row, at: '2026-03-05T12:00:00.000Z', operator: 'kim', act: 'show', about: ID, reason: '' }],
  count: 2,
  lastHash: null,
  problem: null,
  hasMore: true,
});
const rows = () => screen.getAllByRole('row').map((row) => row.firstChild!.textContent);

const Shown = () => <Log log={useLog()} />;
async function open() {
  const api = fakeApi({ [READ]: { body: pageOf(2) } });
  render(<Shown />);
  await screen.findByRole('table');
  return { ...api, user: userEvent.setup() };
}

describe('the log', () => {
  it('that was shown and cannot be checked again - says so until it is', async () => {
    const { routes, user } = await open();
    const lose = () => {
      throw new TypeError('no network');
    };
    for (const answer of [lose, { body: pageOf(2) }]) {
      routes[READ] = answer;
      await user.click(screen.getByRole('button', { name: 'Check again' }));
      const isLost = () => screen.queryByRole('alert')?.textContent?.includes('does not answer') ?? false;
      await waitFor(() => expect(isLost()).toBe(answer === lose));
      expect(rows()).toEqual(['Row', '2']);
    }
  });

  it('whose older rows are asked for twice at once - has them once', async () => {
    const { routes, user } = await open();
    const answers: (() => void)[] = [];
    routes[READ] = () => new Promise((resolve) => answers.push(() => resolve({ body: pageOf(1) })));
    await user.dblClick(screen.getByRole('button', { name: 'Show older rows' }));
    expect(answers).toHaveLength(2);
    for (const answer of answers) await act(async () => answer());
    expect(rows()).toEqual(['Row', '2', '1']);
  });
});
