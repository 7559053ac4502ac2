import type { Availability } from '@flint/contracts';
import { cellsOf, isSameWeek, weekOf } from '@flint/contracts/week/index';
import { NEXT_LIST } from '@flint/contracts/wording';
import { usePlatform } from '@flint/remote-kit';
import { EMPTY, shownOf, useEntry, useOutbox, useReadAvailabilityQuery } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { deviceZone } from '@flint/ui';
import { readDevice, storeOnDevice } from '@flint/ui/on-device';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { allCells, createWeekStore, type UndoableChange } from './week-store';
import { useKeptZone } from './zone';

/** Key of the week on the device (spec 3). */
const DEVICE_KEY = 'user_availability';
/** How often an open window asks what was saved on another device. */
const FOLLOW_MS = 15_000;
/** How long Save waits for the server: the outbox may send answers before the week. */
const SENT_MS = 6_000;
const WEEK = ['week', 'week'] as const;

/**
 * The painted week. Every stroke is a draft in the outbox, and Save sends it. What is saved on another device appears here, too, together with
 * what is painted. The week belongs to the zone it was painted in until the student chooses another.
 */
export function useWeek() {
  const { notify, config } = usePlatform();
  const outbox = useOutbox();
  const server = useReadAvailabilityQuery(undefined, {
    pollingInterval: FOLLOW_MS,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
  });
  const entry = useEntry<Availability>(...WEEK);
  const [device] = useState(() => readDevice<Availability>(DEVICE_KEY));
  // the server may have lost it
  const shown = shownOf(entry) ?? device;
  const here = deviceZone(config.universityTimezone);
  const timezone = shown?.timezone ?? here;
  const [store] = useState(() => createWeekStore(cellsOf(shown)));
  /** The week that the grid shows. */
  const painted = useRef<Availability>(weekOf(store.read(), timezone, new Date()));
  const [isFilled, setFilled] = useState(shown !== null);
  const [isSaving, setSaving] = useState(false);
  const { isElsewhere, keepTimezone } = useKeptZone(timezone, here);

  // before the paint: the grid opens at the first hour of the week it is mounted with
  useLayoutEffect(() => {
    if (!shown) return;
    setFilled(true);
    if (isSameWeek(shown, painted.current)) return;
    painted.current = shown;
    store.replace(cellsOf(shown));
  }, [shown, store]);

  /** Whether the outbox has a week, or only the device's copy is shown. */
  const isKnown = () => shownOf(outbox.read(...WEEK)) !== null;
  const seen = () => (isKnown() ? { ...EMPTY, base: painted.current } : EMPTY);
  const draft = (week: Availability) => {
    if (isSameWeek(week, painted.current)) return;
    const options = { asDraft: true, seen: seen() };
    painted.current = week;
    void outbox.edit(...WEEK, week, options);
  };
  useEffect(
    () => store.subscribe(() => draft(weekOf(store.read(), painted.current.timezone, new Date()))),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it reads the latest values by reference
    [store, outbox],
  );
  /** Makes a change; returns a function that takes it alone back, not what is painted later, also after the student has left the screen. */
  const change: UndoableChange = (make) => {
    const before = store.read();
    make();
    const after = store.read();
    return () => {
      const week = shownOf(outbox.read<Availability>(...WEEK)) ?? painted.current;
      const now = cellsOf(week);
      const cells = allCells().filter((cell) =>
        (before.has(cell) === after.has(cell) ? now : before).has(cell),
      );
      void outbox.edit(...WEEK, weekOf(new Set(cells), week.timezone, new Date()), { asDraft: true });
    };
  };
  const chooseTimezone = (next: string) => draft(weekOf(store.read(), next, new Date()));

  /** Sends the week, or stores it until it can be sent; on a slow line that goes on after SENT_MS. */
  const saveWeek = async (): Promise<void> => {
    storeOnDevice(DEVICE_KEY, weekOf(store.read(), timezone, new Date()));
    setSaving(true);
    const isChange = entry.base !== null && entry.edit !== null;
    if (!isKnown()) void outbox.edit(...WEEK, painted.current, { asDraft: true });
    void outbox.save(...WEEK);
    await Promise.race([outbox.flush(), new Promise((resolve) => setTimeout(resolve, SENT_MS))]);
    setSaving(false);
    if (outbox.isEnded()) return;
    const { edit, hold, base } = outbox.read<Availability>(...WEEK);
    if (hold?.by === 'refusal') {
      const reason = t(hold.detail);
      notify(t('{reason} Your availability is kept on this device and not sent yet.', { reason }), 'failure');
    } else if (edit) {
      notify(t('Your availability is kept on this device and sent when the connection is back.'), 'info');
    } else if (isChange || (!entry.base && base?.isForNextList)) {
      // another first week counts at once
      notify(t(NEXT_LIST), 'info');
    }
  };
  const hasSavedHours = (server.data?.utcSlots.length ?? 0) > 0;
  return {
    store,
    server,
    /** The server's week has not arrived, or is not in the outbox yet. */
    isLoading: server.isLoading || (Boolean(server.data) && !isFilled),
    isSaving,
    saveWeek,
    change,
    hasSavedHours,
    timezone,
    /** The zone of the device, or of the campus where the browser cannot name it. */
    here,
    chooseTimezone,
    /** Whether to ask which zone the week should use. */
    isElsewhere,
    keepTimezone,
    /** No week was saved yet, neither on this device nor on another. */
    isFirstUse: device === null && !hasSavedHours,
  };
}
