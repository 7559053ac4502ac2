import { Toasts } from '@flint/ui';
import { useLayoutEffect, useRef } from 'react';
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

/** The in-page alerts on show. */
export function Notices() {
  const items = useNotices();
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = ref.current;
    if (!place || items.length === 0) return;
    const handleMove = () => giveWay(place);
    handleMove();
    addEventListener('scroll', handleMove, { capture: true, passive: true });
    addEventListener('resize', handleMove);
    return () => {
      removeEventListener('scroll', handleMove, { capture: true });
      removeEventListener('resize', handleMove);
    };
  }, [items]);
  return (
    <div ref={ref}>
      <Toasts items={items} onDismiss={(id) => notices.dismiss(Number(id))} />
    </div>
  );
}
