import { Toasts } from '@flint/ui';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { notices, useNotices } from '../platform/notices';

/** The control that was used last: the alert that follows is about it. */
let used: Element | null = null;
addEventListener('click', ({ target }) => (used = target instanceof Element ? target : null), {
  capture: true,
});

/** Moves the alerts to the top while they would cover that control. */
function giveWay(place: HTMLElement): void {
  place.dataset['side'] = 'bottom';
  const alerts = place.firstElementChild?.getBoundingClientRect();
  const control = used?.getBoundingClientRect();
  if (
    alerts &&
    control &&
    control.right > alerts.left &&
    control.bottom > alerts.top &&
    control.top < alerts.bottom
  )
    place.dataset['side'] = 'top';
}

/** How many of those that stay are shown, the newest: a phone has room for them. An older one is back after a dismissal. */
const SHOWN = 3;

/** The in-page alerts on show, below `children`. */
export function Notices({ children }: { readonly children?: ReactNode }) {
  const all = useNotices();
  const hidden = all.filter(({ isBeside }) => isBeside).slice(0, -SHOWN);
  const items = all.filter((notice) => !hidden.includes(notice));
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = ref.current;
    if (!place || items.length === 0) return;
    const handleMove = () => giveWay(place);
    handleMove();
    // where there is no room for all, the newest is in sight
    const list = place.firstElementChild!;
    list.scrollTop = list.scrollHeight;
    addEventListener('scroll', handleMove, { capture: true, passive: true });
    addEventListener('resize', handleMove);
    return () => {
      removeEventListener('scroll', handleMove, { capture: true });
      removeEventListener('resize', handleMove);
    };
  }, [items.length, all]);
  return (
    <div ref={ref}>
      <Toasts items={items} onDismiss={(id) => notices.dismiss(Number(id))}>
        {children}
      </Toasts>
    </div>
  );
}
