import { usePlatform } from '@flint/remote-kit';
import { api, asCallFailure, useDispatch } from '@flint/remote-kit/data';
import { useEffect, useSyncExternalStore } from 'react';
import type { Autosaver } from './autosaver';

/** The draft and where its answers are; keeps the status line told of what is not on the server yet. */
export function useAutosave(saver: Autosaver) {
  const { setUnsaved } = usePlatform();
  const dispatch = useDispatch();
  const draft = useSyncExternalStore(saver.store.subscribe, saver.store.read);
  const { state, refusal } = useSyncExternalStore(saver.subscribe, saver.read);

  useEffect(() => {
    saver.sendBy(async (patch) => {
      const result = await dispatch(api.endpoints.updateProfile.initiate(patch) as never);
      const { error } = result as { error?: unknown };
      return error === undefined ? null : asCallFailure(error);
    });
  }, [saver, dispatch]);

  useEffect(() => {
    const tell = () =>
      setUnsaved('onboarding', saver.read().state === 'saved' ? null : 'Answers waiting to be saved');
    tell();
    // not ended with the screen: the status line follows the draft until it has arrived
    saver.subscribe(tell);
  }, [saver, setUnsaved]);

  return { draft, state, refusal };
}
