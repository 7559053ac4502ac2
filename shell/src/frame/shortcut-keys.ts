import { isSingleKey, SEQUENCE_MS } from '@flint/ui/single-key';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { ScreenId } from '@flint/remote-kit';
import { allScreens } from '../routing/paths';

const isMac = /mac|iphone|ipad/i.test(navigator.platform);
/** Keys that open the command palette. */
export const PALETTE_KEYS = [isMac ? '⌘' : 'Ctrl', 'K'];

interface Actions {
  readonly goTo: (screen: ScreenId) => void;
  readonly openPalette: () => void;
  readonly showShortcuts: () => void;
}

const screenOfKey = (wanted: string) => allScreens().find(({ key }) => key === wanted)?.id;

/** Shortcuts of the frame: Ctrl or Cmd + K, `/`, `?`, and `g` followed by the key of a screen. */
export function useShortcuts({ goTo, openPalette, showShortcuts }: Actions): void {
  // before the frame is painted: a student may press a key as soon as it is there
  useLayoutEffect(() => {
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
      if (key === '/') {
        // the slash must not reach the field of the palette
        event.preventDefault();
        openPalette();
      }
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [goTo, openPalette, showShortcuts]);
}

/**
 * Holds what is typed between opening the palette and the moment its field is rendered, since its code is loaded when it is first opened.
 * No key is lost, and none acts on the screen behind. The returned function returns these keys; a line feed stands for Enter.
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
