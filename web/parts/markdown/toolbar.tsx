import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

interface Props {
  label: string;
  className?: string;
  children: ReactNode;
}

/** A bar of buttons with one stop of Tab; the arrow keys go from button to button. */
export function Toolbar({ label, className, children }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const current = useRef<Element>(undefined);
  const buttons = () => [...(bar.current?.querySelectorAll('button') ?? [])];
  const mark = () => {
    const all = buttons();
    const stop = all.find((button) => button === current.current) ?? all[0];
    for (const button of all) button.tabIndex = button === stop ? 0 : -1;
  };
  useLayoutEffect(mark);

  function onKeyDown(event: KeyboardEvent) {
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const last = all.length - 1;
    const next = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    all[next]?.focus();
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      className={className}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (!(event.target instanceof HTMLButtonElement)) return;
        current.current = event.target;
        mark();
      }}
    >
      {children}
    </div>
  );
}
