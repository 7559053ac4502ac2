import type { Availability } from '@flint/contracts';
import { CELLS, gridToSlots, isTimezone, slotsToGrid } from '@flint/contracts/week/index';
import { NEXT_LIST } from '@flint/contracts/wording';
import { useUser, usePlatform } from '@flint/remote-kit';
import {
  asCallFailure,
  type CallFailure,
  useUnsavedWork,
  useReadAvailabilityQuery,
  useSaveAvailabilityMutation,
} from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createWeekStore } from './week-store';
import { browserTimezone, useKeptZone } from './zone';

/** Key of the week on the device (spec 3). */
const DEVICE_KEY = 'user_availability';
/** Marks the device's week as newer than the server's. */
const queueKey = (userId: string) => `flint:availability-queued:${userId}`;

/** Whether the server may accept the same week later. */
const isPassing = ({ status }: CallFailure) => status >= 500 || status === 429;

function readDevice(): Availability | null {
  try {
    return JSON.parse(localStorage.getItem(DEVICE_KEY) ?? 'null') as Availability | null;
  } catch {
    // a damaged copy is ignored; the server's week is used
    return null;
  }
}

/** A week while it is painted. */
interface PaintedWeek {
  readonly cells: ReadonlySet<number>;
  readonly timezone: string;
}

/** An unsaved week, as JSON. */
interface WeekDraft {
  readonly cells: readonly number[];
  readonly timezone: string;
}

const paintedFrom = (week: Availability | null): PaintedWeek | null =>
  week && {
    cells: slotsToGrid(week.utcSlots, week.timezone, new Date(week.lastUpdated)),
    timezone: week.timezone,
  };

/** The draft, unless an older release wrote something else. */
function paintedFromDraft(draft: WeekDraft | null): PaintedWeek | null {
  const isWeek = Array.isArray(draft?.cells) && draft.cells.every((cell) => cell >= 0 && cell < CELLS);
  return isWeek && isTimezone(draft.timezone) ? { ...draft, cells: new Set(draft.cells) } : null;
}

const NO_WEEK: ReadonlySet<number> = new Set();

const isSameWeek = (cells: ReadonlySet<number>, other: ReadonlySet<number>) =>
  cells.size === other.size && [...cells].every((cell) => other.has(cell));

/**
 * The painted week: an unsaved draft first, then the server's, else the device's. Saving writes to both and queues while offline. The week
 * belongs to the zone it was painted in until the student chooses another.
 */
export function useWeek() {
  const { id } = useUser();
  const { online, setUnsaved, notify } = usePlatform();
  const server = useReadAvailabilityQuery();
  const [save, { isLoading: isSaving }] = useSaveAvailabilityMutation();
  const draft = useUnsavedWork<WeekDraft>('availability');
  const isQueued = () => localStorage.getItem(queueKey(id)) !== null;
  const [opened] = useState(() => ({
    draft: paintedFromDraft(draft.value),
    device: paintedFrom(readDevice()),
  }));
  const saved = useRef(opened.device);
  const first = opened.draft ?? opened.device;
  const [timezone, setTimezone] = useState(first?.timezone ?? browserTimezone());
  const [store] = useState(() => createWeekStore(first?.cells));
  const [isFilled, setFilled] = useState(false);

  const zone = useRef(timezone);
  const storeDraft = () => {
    const cells = store.read();
    const known = saved.current;
    const isSaved =
      isSameWeek(cells, known?.cells ?? NO_WEEK) && zone.current === (known?.timezone ?? zone.current);
    if (!isSaved) draft.put({ cells: [...cells], timezone: zone.current });
    else if (draft.value) draft.drop();
    if (!isQueued()) setUnsaved('availability', isSaved ? null : t('your week'), { keptOnDevice: true });
  };
  const keepLatest = useRef(storeDraft);
  useEffect(() => {
    keepLatest.current = storeDraft;
  });
  useEffect(() => store.subscribe(() => keepLatest.current()), [store]);
  const chooseTimezone = (next: string) => {
    zone.current = next;
    setTimezone(next);
    storeDraft();
  };
  const { isElsewhere, keepTimezone } = useKeptZone(timezone);
  const { isSuccess, data } = server;
  // before the paint: the grid opens at the first hour of the week it is mounted with
  useLayoutEffect(() => {
    if (isFilled || !isSuccess) return;
    setFilled(true);
    const week = paintedFrom(data);
    // a week that waits for the network is newer than the server's
    if (!week || localStorage.getItem(queueKey(id)) !== null) return;
    saved.current = week;
    if (opened.draft) return keepLatest.current();
    zone.current = week.timezone;
    setTimezone(week.timezone);
    store.replace(week.cells);
  }, [isFilled, isSuccess, data, id, opened, store]);

  const send = async (week: Availability): Promise<boolean> => {
    const result = await save(week);
    const failure = 'error' in result ? asCallFailure(result.error) : null;
    if (failure && failure.status !== 0) {
      if (isPassing(failure)) localStorage.setItem(queueKey(id), 'yes');
      setUnsaved('availability', t('Availability not sent yet'), { keptOnDevice: true });
      const reason = t(failure.message);
      notify(t('{reason} Your availability is kept on this device and not sent yet.', { reason }), 'failure');
      return false;
    }
    if (failure) {
      localStorage.setItem(queueKey(id), 'yes');
      setUnsaved('availability', t('Availability waiting for the network'));
      notify(
        t('You are offline. Your availability is kept on this device and sent when you are back.'),
        'info',
      );
    } else {
      localStorage.removeItem(queueKey(id));
      setUnsaved('availability', null);
      // a first week counts at once
      if (data) notify(t(NEXT_LIST), 'info');
    }
    return true;
  };

  const sendLatest = useRef(send);
  useEffect(() => {
    sendLatest.current = send;
  });
  useEffect(() => {
    const week = readDevice();
    if (online && week && localStorage.getItem(queueKey(id)) !== null) void sendLatest.current(week);
  }, [online, id]);

  /** Returns whether the week is on the server, or queued on the device. */
  const saveWeek = async (): Promise<boolean> => {
    const now = new Date();
    const week: Availability = {
      utcSlots: gridToSlots(store.read(), timezone, now),
      timezone,
      lastUpdated: now.toISOString(),
    };
    localStorage.setItem(DEVICE_KEY, JSON.stringify(week));
    const isSafe = await send(week);
    if (isSafe) {
      saved.current = paintedFrom(week);
      storeDraft();
    }
    return isSafe;
  };
  const hasSavedHours = (data?.utcSlots.length ?? 0) > 0;
  return {
    store,
    server,
    /** The server's week has not arrived, or is not in the store yet. */
    isLoading: server.isLoading || (isSuccess && !isFilled),
    isSaving,
    saveWeek,
    hasSavedHours,
    timezone,
    chooseTimezone,
    /** Whether to ask which zone the week should use. */
    isElsewhere,
    keepTimezone,
    /** No week was saved yet, neither on this device nor on another. */
    isFirstUse: opened.device === null && !hasSavedHours,
  };
}
