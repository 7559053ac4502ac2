import mongoose from 'mongoose';
import { doEach } from '../../infra/do-each';
import { journalOf } from '../../infra/journal';
import { photoStore } from '../../infra/photo-store';
import type { Deps } from '../resource';
import { uploads, type UploadDocument } from './photo.model';

/**
 * Deletes the files and rows of pictures marked `removed`, of one student or of all, after the journal has them: a restore brings none back. The
 * row goes last, as the only record of the key: whatever fails before, a repeat finds the picture. It stays while its picture is being made,
 * which may write files after these.
 */
export async function removeMarked(deps: Deps, of: { readonly userId?: string }): Promise<number> {
  const store = photoStore(deps);
  const marked = await uploads(deps.db)
    .find({ ...of, state: 'removed' })
    .lean<UploadDocument[]>();
  const keys = marked.map(({ _id }) => _id);
  await journalOf(deps.db).keep('photo_uploads', keys);
  await doEach(marked, async ({ _id }) => {
    await store.removeAll(_id);
    await store.inbox?.remove(_id);
    const isOver = mongoose.trusted({ $not: { $gt: deps.clock.now() } });
    await uploads(deps.db).deleteOne({ _id, workingUntil: isOver });
  });
  return marked.length;
}
