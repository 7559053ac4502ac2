import { isSingleKey } from '@flint/ui/single-key';
import { useEffect } from 'react';

const OPTIONS = '.onboarding .f-options:not(:has(label:nth-of-type(10))) input';

/** 1 to 9 choose one of up to nine options, as a click does. OptionList shows each number. */
export function useNumberKeys(): void {
  useEffect(() => {
    const choose = (event: KeyboardEvent) => {
      if (event.repeat || !isSingleKey(event)) return;
      const input = document.querySelectorAll<HTMLInputElement>(OPTIONS)[Number(event.key) - 1];
      input?.focus();
      input?.click();
    };
    document.addEventListener('keydown', choose);
    return () => document.removeEventListener('keydown', choose);
  }, []);
}
