import type { Outbox } from '../outbox';
import { cleaned, hour, type Account, type Cells, type ModelServer, type Photos } from './server';

/** What a student did. Of an album: `add` or `remove` of the photo `key`, or `primary`, whose value is the chosen photo. */
export interface Edit {
  readonly id: number;
  readonly account: Account;
  readonly kind: 'answers' | 'week' | 'mail' | 'add' | 'remove' | 'primary';
  readonly key: string;
  readonly value: unknown;
  readonly browser: object;
  readonly tab: object;
  /** The page had said that it is not kept on the device. */
  readonly isRisky: boolean;
  /** Another edit that the student made or chose in its place. */
  replacedBy: number | null;
  /** Edits of other tabs that this one did not show, after the device's clock was changed: either may win. */
  readonly rivals: number[];
  /** The page was closed at that risk, or the student signed out anyway, or gave it up. */
  isExcused: boolean;
}

type Place = Pick<Edit, 'account' | 'browser' | 'tab' | 'isRisky'>;

/** The photo that the student made primary; undefined where the next one became primary by itself. */
function chosenPrimary(seen: Photos, photos: Photos): string | undefined {
  const first = seen.find((photo) => photos.includes(photo));
  return first === undefined || first === photos[0] ? undefined : photos[0];
}

/** Follows every edit of every student, and finds those that are lost in the end. */
export function createJudge() {
  const edits: Edit[] = [];
  const of = (account: Account) => edits.filter((edit) => edit.account === account);

  const note = (place: Place, edit: Pick<Edit, 'kind' | 'key' | 'value'>): Edit => {
    const noted = { ...place, ...edit, id: edits.length + 1, replacedBy: null, rivals: [], isExcused: false };
    edits.push(noted);
    return noted;
  };
  const replace = (edit: Edit, next: Edit) => {
    if (edit !== next) edit.replacedBy ??= next.id;
  };
  const isAlike = (a: Edit, b: Edit) =>
    a !== b && a.account === b.account && a.kind === b.kind && a.key === b.key;
  const isOfPhotos = ({ kind }: Edit) => kind === 'add' || kind === 'remove' || kind === 'primary';

  return {
    edits,
    /** Answers are the ids of their edits. `shown`: what the tab shows, two values where the student may choose. `isUnordered`: the device's clock was changed. */
    answer(place: Place, key: string, shown: readonly unknown[], isUnordered: boolean): number {
      const value = edits.length + 1;
      const edit = note(place, { kind: 'answers', key, value });
      for (const other of edits) {
        if (!isAlike(other, edit) || other.replacedBy !== null) continue;
        if (shown.includes(other.id)) replace(other, edit);
        else if (other.browser !== edit.browser) continue;
        else if (isUnordered) {
          other.rivals.push(edit.id);
          edit.rivals.push(other.id);
        } else replace(other, edit);
      }
      return value;
    },
    hour: (place: Place, key: string, value: number) => note(place, { kind: 'week', key, value }),
    mail: (place: Place, value: boolean) => note(place, { kind: 'mail', key: 'mail', value }),
    album(place: Place, seen: Photos, photos: Photos) {
      for (const key of photos.filter((photo) => !seen.includes(photo)))
        note(place, { kind: 'add', key, value: true });
      for (const key of seen.filter((photo) => !photos.includes(photo))) {
        const edit = note(place, { kind: 'remove', key, value: true });
        for (const other of of(place.account))
          if (isOfPhotos(other) && (other.key === key || other.value === key)) replace(other, edit);
      }
      const value = chosenPrimary(seen, photos);
      if (value === undefined) return;
      const edit = note(place, { kind: 'primary', key: 'primary', value });
      for (const other of edits)
        if (isAlike(other, edit) && (other.browser === edit.browser || other.value === seen[0]))
          replace(other, edit);
    },
    excuse(test: (edit: Edit) => boolean) {
      for (const edit of edits) if (test(edit)) edit.isExcused = true;
    },
    /** The student chose an answer instead of the other. */
    chose(kept: number, given: number) {
      const lost = edits[given - 1];
      if (!lost || lost.id === kept) return;
      const last = edits[kept - 1];
      // the kept one may have been replaced by the other before
      for (let next = last; next; next = edits[(next.replacedBy ?? 0) - 1])
        if (next.replacedBy === lost.id) last!.replacedBy = null;
      if (last) lost.replacedBy = kept;
      else lost.isExcused = true;
    },
    /** The student chose one of two albums. */
    choseAlbum(account: Account, kept: Photos, given: Photos) {
      for (const edit of of(account)) {
        const photo = String(edit.kind === 'primary' ? edit.value : edit.key);
        const isGivenUp =
          edit.kind === 'primary'
            ? photo === given[0] && photo !== kept[0]
            : edit.kind === (given.includes(photo) ? 'add' : 'remove') &&
              given.includes(photo) !== kept.includes(photo);
        if (isOfPhotos(edit) && isGivenUp) edit.isExcused = true;
      }
    },
    /** Faults of an account: edits that are neither on the server nor shown to the student. */
    judge(account: Account, server: ModelServer, outboxes: readonly Outbox[]): string[] {
      const offered = <V>(kind: string, key: string): V[] =>
        outboxes.flatMap((outbox) => {
          const { edit, hold, later = [] } = outbox.read<V>(kind, key);
          const isAsked = hold?.by === 'conflict' || hold?.by === 'refusal';
          return isAsked
            ? [edit, ...later].flatMap((write) => (write && write.value !== null ? [write.value] : []))
            : [];
        });
      const photos = (server.read(account, 'album', 'album') ?? []) as Photos;
      const albums = [photos, ...offered<Photos>('album', 'album')];
      const isThere = (edit: Edit): boolean => {
        const { kind, key, value } = edit;
        if (kind === 'answers')
          return [server.read(account, kind, key), ...offered(kind, key).map(cleaned)].includes(value);
        if (kind === 'add') return albums.some((album) => album.includes(key));
        if (kind === 'remove') return albums.some((album) => !album.includes(key));
        if (kind === 'primary') return albums.some(([first]) => first === value);
        // an hour or a switch that one browser changed is as its last change says; of two browsers, either may win
        const all = of(account).filter((other) => other.kind === kind && other.key === key);
        const isUnclear = all.some(
          (other) => other.browser !== edit.browser || other.isExcused || other.isRisky,
        );
        if (offered(kind, kind).length > 0) return true;
        const stored = server.read(account, kind, kind);
        const last = kind === 'week' ? hour(stored as Cells | null, key) : stored;
        return isUnclear || edit !== all.at(-1) || last === value;
      };
      const isKept = (edit: Edit, seen = new Set<Edit>()): boolean => {
        if (seen.has(edit)) return false;
        seen.add(edit);
        return (
          edit.isExcused ||
          isThere(edit) ||
          [edit.replacedBy ?? 0, ...edit.rivals].some(
            (id) => edits[id - 1] !== undefined && isKept(edits[id - 1]!, seen),
          )
        );
      };
      return of(account)
        .filter((edit) => !isKept(edit))
        .map(({ id, kind, key }) => `${kind} ${key}: edit ${id} of ${account} is lost`);
    },
  };
}
