import { keepHabit, readHabit } from '@flint/ui/habits';
import { isSingleKey } from '@flint/ui/single-key';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { ScreenId } from '@flint/remote-kit';
import { allScreens } from '../routing/paths';

/** Longest pause between `g` and the key after it. */
const SEQUENCE_MS = 1_200;

const isMac = /mac|iphone|ipad/i.test(navigator.platform);
/** What opens the command palette. */
export const PALETTE_KEYS = [isMac ? '⌘' : 'Ctrl', 'K'];

const listeners = new Set<() => void>();

const readEnabled = (): boolean => readHabit('singleKeys') !== 'off';

/** Turns the single-key shortcuts on or off (WCAG 2.1.4: speech input must be able to). */
export function setSingleKeys(enabled: boolean): void {
  keepHabit('singleKeys', enabled ? null : 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, readEnabled);

interface Actions {
  readonly goTo: (screen: ScreenId) => void;
  readonly openPalette: () => void;
  readonly showShortcuts: () => void;
}

const screenOfKey = (wanted: string) => allScreens().find(({ key }) => key === wanted)?.id;

/** The frame's keys: Ctrl or Cmd + K, `?`, and `g` followed by a screen's key. */
export function useShortcuts({ goTo, openPalette, showShortcuts }: Actions): void {
  useEffect(() => {
    let waitingSince = -Infinity;
    const handleKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') {
        event.preventDefault();
        openPalette();
        return;
      }
      if (!isSingleKey(event)) return;
      const screen = event.timeStamp - waitingSince < SEQUENCE_MS ? screenOfKey(key) : undefined;
      waitingSince = key === 'g' ? event.timeStamp : -Infinity;
      if (screen) goTo(screen);
      if (key === '?') showShortcuts();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [goTo, openPalette, showShortcuts]);
}

/**
 * Keeps what is typed between asking for the palette and the moment its field is there, because its code is fetched when
 * it is first opened: fast fingers lose no letter, and none acts on the screen behind.
 *
 * @returns hands over what was kept; a line feed stands for Enter.
 */
export function useTypeAhead(isPaletteAskedFor: boolean): () => string {
  const kept = useRef('');
  useEffect(() => {
    if (!isPaletteAskedFor) return;
    const keep = (event: KeyboardEvent) => {
      const letter = event.key === 'Enter' ? '\n' : event.key;
      if (letter.length !== 1 || event.ctrlKey || event.metaKey || document.querySelector('dialog[open]'))
        return;
      event.preventDefault();
      kept.current += letter;
    };
    document.addEventListener('keydown', keep, true);
    return () => {
      document.removeEventListener('keydown', keep, true);
      kept.current = '';
    };
  }, [isPaletteAskedFor]);
  return useCallback(() => {
    const typed = kept.current;
    kept.current = '';
    return typed;
  }, []);
}
