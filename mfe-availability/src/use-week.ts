import type { Availability } from '@flint/contracts';
import { gridToSlots, slotsToGrid } from '@flint/contracts/week/index';
import { useUser, usePlatform } from '@flint/remote-kit';
import { asCallFailure, useReadAvailabilityQuery, useSaveAvailabilityMutation } from '@flint/remote-kit/data';
import { t } from '@flint/texts';
import { useEffect, useMemo, useRef } from 'react';
import { createWeekStore } from './week-store';

/** Key of the week on the device (spec 3). */
const DEVICE_KEY = 'user_availability';
/** Says that the device's week is newer than the server's. */
const queueKey = (userId: string) => `flint:availability-queued:${userId}`;

export const browserTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function readDevice(): Availability | null {
  try {
    return JSON.parse(localStorage.getItem(DEVICE_KEY) ?? 'null') as Availability | null;
  } catch {
    // a damaged copy is worth nothing; the server's week is used
    return null;
  }
}

const cellsOf = (week: Availability | null) =>
  week ? slotsToGrid(week.utcSlots, week.timezone, new Date(week.lastUpdated)) : [];

/** The painted week: from the server, else from the device; saved to both, queued while offline (decisions, Availability). */
export function useWeek() {
  const { id } = useUser();
  const { online, setUnsaved, notify } = usePlatform();
  const server = useReadAvailabilityQuery();
  const [save, { isLoading: isSaving }] = useSaveAvailabilityMutation();
  const store = useMemo(() => createWeekStore(cellsOf(readDevice())), []);
  const filled = useRef(false);
  const isQueued = () => localStorage.getItem(queueKey(id)) !== null;

  useEffect(() => {
    if (filled.current || !server.isSuccess) return;
    filled.current = true;
    if (server.data && !isQueued()) store.replace(cellsOf(server.data));
  });

  const send = async (week: Availability): Promise<boolean> => {
    const result = await save(week);
    const failure = 'error' in result ? asCallFailure(result.error) : null;
    if (failure && failure.status !== 0) {
      notify(t(failure.message), 'failure');
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

  /** Answers whether the week is safe: on the server, or queued on the device. */
  const saveWeek = (): Promise<boolean> => {
    const now = new Date();
    const timezone = browserTimezone();
    const week: Availability = {
      utcSlots: gridToSlots(store.read(), timezone, now),
      timezone,
      lastUpdated: now.toISOString(),
    };
    localStorage.setItem(DEVICE_KEY, JSON.stringify(week));
    return send(week);
  };
  return { store, server, isSaving, saveWeek };
}
