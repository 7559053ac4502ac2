import { Schema } from 'mongoose';
import { modelOf } from '../../infra/model-of';

/** issued: address given; working: bytes being read; ready: stored, not in the album; kept: in the album; removed: files being deleted. */
export type UploadState = 'issued' | 'working' | 'ready' | 'kept' | 'removed';

/** An upload address and its picture; `_id` is the unguessable key. */
export interface UploadDocument {
  _id: string;
  userId: string;
  /** The session that asked for the address; absent in rows of older versions. */
  sessionId?: string;
  fileType: string;
  maxBytes: number;
  state: UploadState;
  createdAt: Date;
  expiresAt: Date;
  /** End of the claim, which also identifies it. After it another process may take a picture of the bucket, because the first one died. */
  workingUntil?: Date;
  /** Revision of the album that kept it last. */
  keptBy?: number;
}

export const uploads = modelOf<UploadDocument>(
  'PhotoUpload',
  'photo_uploads',
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true, index: true },
    sessionId: { type: String },
    fileType: { type: String, required: true },
    maxBytes: { type: Number, required: true },
    state: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    workingUntil: { type: Date },
    keptBy: { type: Number },
  },
  { indexes: [[{ state: 1, createdAt: 1 }]] },
);

export interface AlbumPhoto {
  id: string;
  key: string;
}

/** A student's photos in order, in one document so that one write changes all. `_id` is the user id; the first photo is primary. */
export interface AlbumDocument {
  _id: string;
  photos: AlbumPhoto[];
  /** Counts the changes, to order two concurrent ones. */
  revision: number;
  /** The uploads are not marked yet as this album says. */
  isSaving?: true;
}

export const albums = modelOf<AlbumDocument>('Album', 'albums', {
  _id: { type: String, required: true },
  revision: { type: Number, default: 0 },
  isSaving: { type: Boolean },
  photos: [
    new Schema<AlbumPhoto>(
      { id: { type: String, required: true }, key: { type: String, required: true } },
      { _id: false, id: false },
    ),
  ],
});
