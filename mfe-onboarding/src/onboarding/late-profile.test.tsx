import { api as flint } from '@flint/remote-kit/data';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { at, profile, show } from '../testing/show';

/** A route whose requests the test answers, in its own order. */
function held() {
  const answers: ((given: { body: object }) => void)[] = [];
  return { answers, route: () => new Promise<{ body: object }>((resolve) => void answers.push(resolve)) };
}

describe('a profile that arrives late', () => {
  it('requested again before an answer was stored - does not replace that answer', async () => {
    const [reads, writes] = [held(), held()];
    const { store } = show({ 'GET /profile': reads.route, 'PATCH /profile': writes.route }, at('pronouns'));
    await waitFor(() => expect(reads.answers).toHaveLength(1));
    act(() => reads.answers[0]!(profile({ pronouns: 'she_her' })));
    await userEvent.click(await screen.findByRole('radio', { name: 'he/him' }));
    act(() => void store.dispatch(flint.util.invalidateTags(['Profile'])));
    await waitFor(() => expect(reads.answers).toHaveLength(2));
    void store.outbox.flush();
    await waitFor(() => expect(writes.answers).toHaveLength(1));
    act(() => writes.answers[0]!(profile({ pronouns: 'he_him' })));
    await waitFor(() => expect(store.outbox.isUnsaved()).toBe(false));
    act(() => reads.answers[1]!(profile({ pronouns: 'she_her', intent: 'casual_dating' })));
    for (let frame = 0; frame < 3; frame++) await act(() => new Promise(requestAnimationFrame));
    expect(screen.getByRole('radio', { name: 'he/him' })).toBeChecked();
    expect(writes.answers).toHaveLength(1);
  });

  it.each([
    ['a name', 'bundle_intro', 'What should matches call you?', 'display_name'],
    ['own words', 'pronouns', 'Your pronouns', 'other'],
  ])(
    '%s that the server stores without its last space - keeps the space while the student types',
    async (_what, id, label, key) => {
      const before = id === 'pronouns' ? { value: 'other', other: 'x' } : {};
      const patched = ({ body }: { body: unknown }) => {
        const answer = (body as { answers: Record<string, Record<string, string> | null> }).answers[id];
        return profile(answer ? { [id]: { ...answer, [key]: answer[key]!.trim() } } : {});
      };
      const { sendNow } = show(
        { 'GET /profile': profile({ [id]: before }), 'PATCH /profile': patched },
        at(id),
      );
      const field = await screen.findByLabelText(label);
      await userEvent.clear(field);
      await userEvent.type(field, 'Mary ');
      await sendNow();
      await userEvent.keyboard('Jane ');
      await sendNow();
      expect(field).toHaveValue('Mary Jane ');
      await userEvent.tab();
      expect(field).toHaveValue('Mary Jane');
    },
  );
});
