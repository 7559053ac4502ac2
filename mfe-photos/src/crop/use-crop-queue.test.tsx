import { PlatformProvider } from '@flint/remote-kit';
import { fakePlatform } from '@flint/remote-kit/testing';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { checkFiles } from '../upload/pick-files';
import type { Album } from '../upload/use-album';
import { useCropQueue } from './use-crop-queue';

jest.mock('../upload/pick-files', () => ({ checkFiles: jest.fn() }));

const picture = (name: string) => new File(['x'], name, { type: 'image/jpeg' });

/** The queue of an album with so many photos. */
function show(count: number) {
  const platform = fakePlatform();
  const add = jest.fn();
  const album = { items: Array.from({ length: count }), add } as unknown as Album;
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <PlatformProvider value={platform}>{children}</PlatformProvider>
  );
  const { result } = renderHook(() => useCropQueue(album), { wrapper });
  return { platform, add, queue: () => result.current };
}

describe('the pictures to crop', () => {
  const rooms: number[] = [];
  beforeEach(() => {
    rooms.length = 0;
    jest.mocked(checkFiles).mockImplementation(async (accepted, room) => {
      rooms.push(room);
      return { accepted, problems: [] };
    });
  });

  it('one that replaces a photo - has room in a full album, and takes that place; the next ones are added', async () => {
    const { add, queue } = show(6);
    await act(async () => queue().take([picture('a')], 's2'));
    expect([queue().current?.file.name, queue().place]).toEqual(['a', null]);
    const cropped = picture('cropped');
    act(() => queue().crop(cropped));
    await act(async () => queue().take([picture('b')]));
    expect(queue().place).toBeNull();
    act(() => queue().crop(cropped));
    expect(add.mock.calls).toEqual([
      [cropped, 's2'],
      [cropped, null],
    ]);
    expect(rooms).toEqual([1, 0]);
    expect(queue().current).toBeNull();
  });

  it('those picked while others wait - have the room that these leave, and are counted with them', async () => {
    const { add, queue } = show(2);
    await act(async () => queue().take([picture('a'), picture('b')]));
    await act(async () => queue().take([picture('c')]));
    expect(rooms).toEqual([4, 2]);
    expect([queue().current?.file.name, queue().place]).toEqual(['a', { number: 1, of: 3 }]);
    const ofFirst = queue();
    act(() => ofFirst.cancel());
    // its dialog says so twice
    act(() => ofFirst.cancel());
    expect([queue().current?.file.name, queue().place]).toEqual(['b', { number: 2, of: 3 }]);
    expect(add).not.toHaveBeenCalled();
  });

  it('two quick picks - are checked one after the other, the second one for the room that the first one leaves; one that replaces takes none', async () => {
    const { queue } = show(1);
    const pick = (...names: string[]) => queue().take(names.map(picture));
    await act(async () =>
      Promise.all([pick('a', 'b', 'c'), pick('d'), queue().take([picture('r')], 's1'), pick('e')]),
    );
    expect(rooms).toEqual([5, 2, 1, 1]);
    expect(queue().place).toEqual({ number: 1, of: 6 });
  });

  it('a pick after one whose check could not be loaded - is taken', async () => {
    jest.mocked(checkFiles).mockRejectedValueOnce(new Error('x'));
    const { queue } = show(1);
    await act(async () => {
      const failing = queue().take([picture('a')]);
      const next = queue().take([picture('b')]);
      await expect(failing).rejects.toThrow('x');
      await next;
    });
    expect(queue().current?.file.name).toBe('b');
  });

  it('those that cannot be used - are named in one notice, a line each', async () => {
    jest.mocked(checkFiles).mockResolvedValue({ accepted: [], problems: ['One.', 'Two.'] });
    const { platform, queue } = show(2);
    await act(async () => queue().take([picture('a')]));
    expect(platform.notices).toEqual([{ text: 'One.\nTwo.', tone: 'failure' }]);
    expect(queue().current).toBeNull();
  });
});
