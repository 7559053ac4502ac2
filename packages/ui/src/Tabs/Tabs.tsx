import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Badge } from '../Card/Card';
import './segments.css';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly id: string; readonly label: string; readonly count?: number }[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  /** The selected tab's panel. */
  readonly children: ReactNode;
}

/** Tabs with automatic activation (WAI-ARIA APG, Tabs): arrows, Home and End move and select. */
export function Tabs({ label, tabs, selected, onSelect, children }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const handleKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === selected);
    const last = tabs.length - 1;
    const next = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next!]?.focus();
  };
  return (
    <div className="f-stack f-gap-5">
      <div ref={list} className="f-segments" role="tablist" aria-label={label} onKeyDown={handleKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            className="f-segment"
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && <Badge tone="accent">{tab.count}</Badge>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`} tabIndex={0}>
        {children}
      </div>
    </div>
  );
}
