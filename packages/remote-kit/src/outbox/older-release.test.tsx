import { takeOlderDrafts } from './older-release';

const taken = async () => {
  const calls: unknown[] = [];
  const note = async (...call: unknown[]) => void calls.push(call);
  await takeOlderDrafts('ann', { edit: note as never, keep: note as never });
  return calls;
};

describe('what an older release kept in localStorage', () => {
  beforeEach(() => localStorage.clear());

  it('unsent answers, Complete and a form - at the first start - go to the outbox of their student, once', async () => {
    const draft = {
      answers: { intent: 'casual_dating', pronouns: 'she_her' },
      pending: ['intent', 'religion'],
      completedAt: 'x',
    };
    localStorage.setItem('flint:draft:ann', JSON.stringify(draft));
    localStorage.setItem('flint:unsaved:ann:offer:ben', '{"message":"Hi"}');
    localStorage.setItem('flint:unsaved:ben:offer:ann', '{"message":"Ho"}');
    expect(await taken()).toEqual([
      ['answers', 'intent', 'casual_dating'],
      ['answers', 'religion', null],
      ['completed', 'questionnaire', 'x'],
      ['draft', 'offer:ben', { message: 'Hi' }],
    ]);
    expect(await taken()).toEqual([]);
    expect(Object.keys(localStorage)).toEqual(['flint:unsaved:ben:offer:ann']);
  });

  it('a damaged draft - is left alone', async () => {
    localStorage.setItem('flint:draft:ann', '{"answers":');
    expect(await taken()).toEqual([]);
  });
});
