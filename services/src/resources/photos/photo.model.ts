import { Schema, type Connection, type Model } from 'mongoose';

/** issued: an address was given; working: bytes are being read; ready: stored, not in the album yet; kept: in the album; removed: files are going. */
export type UploadState = 'issued' | 'working' | 'ready' | 'kept' | 'removed';

/** One upload address and the picture that came through it; `_id` is the unguessable key. */
export interface UploadDocument {
  _id: string;
  userId: string;
  fileType: string;
  maxBytes: number;
  state: UploadState;
  createdAt: Date;
  expiresAt: Date;
  /** Revision of the album that kept it last. */
  keptBy?: number;
}

const uploadSchema = new Schema<UploadDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true, index: true },
    fileType: { type: String, required: true },
    maxBytes: { type: Number, required: true },
    state: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    keptBy: { type: Number },
  },
  { versionKey: false, collection: 'photo_uploads' },
);
uploadSchema.index({ state: 1, createdAt: 1 });

export interface AlbumPhoto {
  id: string;
  key: string;
}

/** A student's photos in order, in one document so that one write changes all; `_id` is the user id, the first photo is primary. */
export interface AlbumDocument {
  _id: string;
  photos: AlbumPhoto[];
  /** Counts the changes, so that of two at once the later one is known. */
  revision: number;
}

const albumSchema = new Schema<AlbumDocument>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, default: 0 },
    photos: [
      new Schema<AlbumPhoto>(
        { id: { type: String, required: true }, key: { type: String, required: true } },
        { _id: false, id: false },
      ),
    ],
  },
  { versionKey: false, collection: 'albums' },
);

export const uploads = (db: Connection): Model<UploadDocument> =>
  (db.models.PhotoUpload as Model<UploadDocument> | undefined) ??
  db.model<UploadDocument>('PhotoUpload', uploadSchema);

export const albums = (db: Connection): Model<AlbumDocument> =>
  (db.models.Album as Model<AlbumDocument> | undefined) ?? db.model<AlbumDocument>('Album', albumSchema);
