import { modelOf } from '../../infra/model-of';

/** A student and the holder of an address must not be suggested to each other. */
export interface HiddenContact {
  _id: string;
  userId: string;
  /** Keyed hash of the address; the address is not stored. */
  mark: string;
}

export const hiddenContacts = modelOf<HiddenContact>(
  'HiddenContact',
  'hidden_contacts',
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true, index: true },
    mark: { type: String, required: true, index: true },
  },
  { isProtective: true },
);

/** The mark of a student's own address; `_id` is the user id. */
export interface ContactMark {
  _id: string;
  mark: string;
}

export const contactMarks = modelOf<ContactMark>('ContactMark', 'contact_marks', {
  _id: { type: String, required: true },
  mark: { type: String, required: true, index: true },
});
