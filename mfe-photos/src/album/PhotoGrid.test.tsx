import { renderScreen } from '@flint/remote-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { storedItem as item } from '../testing/album';
import type { AlbumItem } from '../upload/album-items';
import type { Album } from '../upload/use-album';
import { PhotoGrid } from './PhotoGrid';

const file = new File(['x'], 'me.jpg', { type: 'image/jpeg' });

function show(...items: AlbumItem[]) {
  const called: unknown[] = [];
  const record = (name: string) => (id: string, more?: unknown) =>
    void called.push([name, id, ...(more === undefined ? [] : [more])]);
  const [move, remove, retry, cancel] = ['move', 'remove', 'retry', 'cancel'].map(record);
  const album = { items, move, remove, retry, cancel } as unknown as Album;
  renderScreen(
    <PhotoGrid
      album={album}
      onReplace={(id, files) => void called.push(['replace', id, files.map(({ name }) => name)])}
    >
      <p>The next place</p>
    </PhotoGrid>,
  );
  return { called };
}

describe('the photos of the album', () => {
  it('one that uploads - shows how far it is, and can be canceled, not moved', async () => {
    const { called } = show(item('a'), item('b', { state: 'uploading', progress: 0.426, file }));
    const bar = screen.getByRole('progressbar', { name: 'Uploading Photo 2' });
    expect(bar).toHaveAttribute('aria-valuenow', '43');
    expect(screen.getAllByRole('button', { name: /^Move/ }).map(({ ariaLabel }) => ariaLabel)).toEqual([
      'Move Primary photo',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(called).toEqual([['cancel', 'b']]);
  });

  it('one that failed - says why at once, and can be tried again only with its file', async () => {
    const failed = { state: 'failed', message: 'Too large.' } as const;
    const { called } = show(item('a'), item('b', { ...failed, file }), item('c', failed));
    const [own, stored] = screen.getAllByRole('alert');
    expect(own).toHaveTextContent('Too large.');
    expect(within(stored!).queryByRole('button')).toBeNull();
    await userEvent.click(within(own!).getByRole('button', { name: 'Try Again' }));
    expect(called).toEqual([['retry', 'b']]);
  });

  it('the buttons of one - are about that one, and its handle explains the keys', async () => {
    const { called } = show(item('a'), item('b'), item('c'));
    const [, second] = screen.getAllByRole('listitem');
    await userEvent.click(within(second!).getByRole('button', { name: 'Make Primary' }));
    await userEvent.click(within(second!).getByRole('button', { name: 'Remove' }));
    expect(called).toEqual([
      ['move', 'b', 0],
      ['remove', 'b'],
    ]);
    expect(within(second!).getByRole('button', { name: 'Move Photo 2' })).toHaveAccessibleDescription(
      'Press an arrow key to move this photo, Home to make it the primary one.',
    );
  });

  it('the primary one - is changed by another file, also twice by the same one, once it is on the server', async () => {
    const { called } = show(item('a'), item('b'));
    const input = screen.getByLabelText<HTMLInputElement>('Change');
    await userEvent.upload(input, file);
    expect(input.value).toBe('');
    await userEvent.upload(input, file);
    expect(called).toEqual([
      ['replace', 'a', ['me.jpg']],
      ['replace', 'a', ['me.jpg']],
    ]);
  });

  it('a primary one that is not on the server - cannot be changed', () => {
    show(item('a', { state: 'failed', message: 'x', file }), item('b'));
    expect(screen.queryByLabelText('Change')).toBeNull();
  });
});
