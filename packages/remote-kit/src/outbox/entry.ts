/** A change of the student, and the last value received from the server when the change began. Values are JSON; null: none. */
export interface Write<V = unknown> {
  readonly madeFrom: V | null;
  readonly value: V | null;
  /** When the student last changed it, only comparable among the tabs of a browser; later than the change that was shown. */
  readonly at: number;
}

/** The server's sentence, and if it named a field, the JSON pointer of that and the code. */
export interface Refused {
  readonly detail: string;
  readonly pointer?: string | undefined;
  readonly code?: string | undefined;
}

/**
 * Why a change is not sent: it is a draft, the student was told that it failed, the server refused it, or another device changed the same and the
 * student has to choose.
 */
export type Hold<V = unknown> =
  | { readonly by: 'draft' | 'failure' }
  | ({ readonly by: 'refusal' } & Refused)
  | { readonly by: 'conflict'; readonly theirs: V | null };

/** One value of a student on this device. */
export interface Entry<V = unknown> {
  /** The last value received from the server. */
  readonly base: V | null;
  /** The student's change, until the server has it. */
  readonly edit: Write<V> | null;
  /** The write under way, or one without a response: it is repeated before the next one. */
  readonly sent: Write<V> | null;
  readonly hold: Hold<V> | null;
  /** Changes of other tabs that do not merge with `edit`: each is sent after it, and the server says whether the student has to choose. */
  readonly later?: readonly Write<V>[];
}

export type Change<V = unknown> = (before: Entry<V>) => Entry<V>;

export const EMPTY: Entry<never> = { base: null, edit: null, sent: null, hold: null };

interface EditOptions<V> {
  readonly at: number;
  /** The entry that this tab showed. */
  readonly seen: Entry<V>;
  /** The student saves it later. */
  readonly asDraft?: boolean;
}

/** How the values of a kind compare and merge. */
export interface Rules<V = unknown> {
  readonly isSame: (a: V | null, b: V | null) => boolean;
  /**
   * `theirs` with the difference between `madeFrom` and `mine`; undefined if they do not merge. Absent for a kind whose values never do.
   */
  readonly merge?: (madeFrom: V | null, mine: V | null, theirs: V | null) => V | null | undefined;
  /** What can be kept of `mine` against `theirs`; absent: all of it. */
  readonly keep?: (madeFrom: V | null, mine: V | null, theirs: V | null) => V | null;
}

/** The value that the student sees. */
export const shownOf = <V>({ base, edit }: Entry<V>): V | null => (edit ? edit.value : base);

/** Whether there is something to send now. */
export const isReady = ({ edit, sent, hold }: Entry): boolean =>
  sent === null ? edit !== null && hold === null : hold?.by !== 'failure';

/** Whether the server lacks something that the student has done. */
export const isUnsaved = ({ edit, sent }: Entry): boolean => edit !== null || sent !== null;

/** The changes of an entry, pure: the same change may be repeated on a newer entry of another tab. */
export const changesOf = <V>({ isSame, merge, keep = (_from, mine) => mine }: Rules<V>) => {
  const rebased = ({ value, at }: Write<V>, from: V | null, theirs: V | null): Write<V> => {
    if (!merge) return { madeFrom: theirs, value, at };
    const merged = merge(from, value, theirs);
    return merged === undefined ? { madeFrom: from, value, at } : { madeFrom: theirs, value: merged, at };
  };
  const advanced = (entry: Entry<V>): Entry<V> => {
    const [edit, ...later] = entry.later ?? [];
    return edit && !isUnsaved(entry) ? { ...entry, edit, later } : entry;
  };
  return {
    /**
     * The student changes the value that this tab shows; the first `madeFrom` stays. A saved value that was not sent yet takes the change, too.
     */
    edit:
      (given: V | null, { seen, asDraft = false, ...options }: EditOptions<V>): Change<V> =>
      (before) => {
        const { base, edit, sent, hold } = before;
        // a change of what is shown is the later one, though the device's clock was set back
        const at = Math.max(options.at, (seen.edit?.at ?? 0) + 1);
        // another tab changed it later, before this change could be stored
        if (!merge && edit && edit.at > at) return before;
        const merged = merge?.(shownOf(seen), given, shownOf(before));
        if (merge && merged === undefined && edit)
          return { ...before, later: [...(before.later ?? []), { madeFrom: seen.base, value: given, at }] };
        const value = merged === undefined ? given : merged;
        const madeFrom = edit ? edit.madeFrom : merged === undefined ? seen.base : base;
        const next = { madeFrom, value, at };
        // a value that was never sent and equals the server's is no change
        if (!sent && hold?.by !== 'conflict' && isSame(value, madeFrom) && isSame(value, base))
          return advanced({ ...before, edit: null, hold: null });
        if (hold?.by === 'conflict') {
          return isSame(value, hold.theirs)
            ? advanced({ ...before, base: hold.theirs, edit: null, hold: null })
            : { ...before, edit: next };
        }
        const isSaved = edit && !hold && !(sent && isSame(edit.value, sent.value));
        const isDraft = asDraft && !isSaved;
        return { ...before, edit: next, hold: isDraft ? { by: 'draft' } : null };
      },

    /** The student saves a draft: this value is sent, whatever is drafted afterwards. */
    save: (): Change<V> => (before) => {
      const { edit, sent, hold } = before;
      if (!edit || hold?.by === 'conflict') return before;
      return { ...before, sent: sent ?? edit, hold: null };
    },

    /** The server’s value, in the response to a read. */
    tell:
      (theirs: V | null): Change<V> =>
      (before) => {
        const { edit, sent, hold } = before;
        const isThere = (write: Write<V> | null) => !write || isSame(write.value, theirs);
        // the server has stored it, but its response was lost
        if (hold?.by === 'failure' && isThere(edit) && isThere(sent))
          return advanced({ ...before, base: theirs, edit: null, sent: null, hold: null });
        // the response to that write says more
        if (!edit || sent) return { ...before, base: theirs };
        const next = merge && hold?.by !== 'conflict' ? rebased(edit, edit.madeFrom, theirs) : edit;
        if (isSame(next.value, theirs)) return advanced({ ...before, base: theirs, edit: null, hold: null });
        if (hold?.by !== 'conflict') return { ...before, base: theirs, edit: next };
        const isOver = isSame(theirs, edit.madeFrom);
        return { ...before, base: theirs, hold: isOver ? null : { by: 'conflict', theirs } };
      },

    /** The device had an earlier answer of the server: it is good for what this device knows nothing of. */
    recall:
      (theirs: V | null): Change<V> =>
      (before) =>
        before === EMPTY ? { ...EMPTY, base: theirs } : before,

    /** A write begins. */
    send: (): Change<V> => (before) =>
      before.sent || !isReady(before) ? before : { ...before, sent: before.edit },

    /** The server stored that write, and has `answer` now. */
    settle:
      (write: Write<V>, answer: V | null): Change<V> =>
      (before) => {
        const { edit, sent } = before;
        // another tab sent it, too, and has gone on
        if (!sent || !isSame(sent.value, write.value)) return before;
        const rest = { ...before, base: answer, sent: null };
        if (!edit || isSame(edit.value, write.value)) return advanced({ ...rest, edit: null, hold: null });
        const next = rebased(edit, write.value, answer);
        return isSame(next.value, answer)
          ? advanced({ ...rest, edit: null, hold: null })
          : { ...rest, edit: next };
      },

    /** The server refused that write: it is not sent again until the student changes it. */
    refuse:
      (write: Write<V>, refused: Refused): Change<V> =>
      (before) => {
        const { edit, sent } = before;
        if (!sent || !isSame(sent.value, write.value)) return before;
        const isNewer = edit && !isSame(edit.value, write.value);
        return isNewer
          ? { ...before, sent: null }
          : { ...before, sent: null, hold: { by: 'refusal', ...refused } };
      },

    /** Another device changed the same value: the student chooses. */
    dispute:
      (write: Write<V>, theirs: V | null): Change<V> =>
      (before) => {
        const { edit, sent } = before;
        if (!sent || !isSame(sent.value, write.value)) return before;
        const rest = { ...before, base: theirs, sent: null };
        return !edit || isSame(edit.value, theirs)
          ? advanced({ ...rest, edit: null, hold: null })
          : { ...rest, hold: { by: 'conflict', theirs } };
      },

    /** The student chose between the own value and the server's. */
    choose:
      (which: 'mine' | 'theirs', seen: Entry<V>): Change<V> =>
      (before) => {
        const { edit, hold } = before;
        if (hold?.by !== 'conflict' || !edit) return before;
        // one of the two values has changed since they were shown
        if (seen.hold?.by !== 'conflict' || !isSame(hold.theirs, seen.hold.theirs)) return before;
        if (!isSame(edit.value, shownOf(seen))) return before;
        if (which === 'theirs')
          return advanced({ ...before, base: hold.theirs, edit: null, sent: null, hold: null });
        const value = keep(edit.madeFrom, edit.value, hold.theirs);
        return { ...before, edit: { ...edit, value, madeFrom: hold.theirs }, hold: null };
      },

    /** The student was told that the change could not be sent: it waits for the next edit. A write without a response is repeated then. */
    shelve: (): Change<V> => (before) =>
      before.edit && !before.hold ? { ...before, hold: { by: 'failure' } } : before,

    /** Takes the change back: it is not sent, or not again. */
    drop:
      (): Change<V> =>
      ({ base }) => ({ ...EMPTY, base }),
  };
};
