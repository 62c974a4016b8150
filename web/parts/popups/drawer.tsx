import { type ReactNode, useEffect, useRef } from 'react';
import { m } from '../../messages/index.ts';
import { classes } from '../classes.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { useBodyMark } from '../use-body-mark.ts';
import './drawer.css';

export interface DrawerProps {
  /** The name of what it shows. */
  label: string;
  onClose: () => void;
  /** The left and right of its top bar. */
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

/**
 * A panel at the right over a view that stays usable. It is not modal: the list behind keeps its keys and can be
 * clicked. Rendered only while open. It takes the focus, and returns it on closing if it still has it.
 */
export function Drawer({ label, onClose, title, actions, children, className }: DrawerProps) {
  const panel = useRef<HTMLElement>(null);

  useBodyMark('drawer');

  useEffect(() => {
    const opener = document.activeElement;
    const element = panel.current;
    element?.focus({ preventScroll: true });
    return () => {
      const hadFocus = element?.contains(document.activeElement) || document.activeElement === document.body;
      if (hadFocus && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);

  return (
    <section
      ref={panel}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      data-keys="through"
      className={classes('drawer', className)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // A menu opened from here is elsewhere in the document and closes first.
        if (!event.currentTarget.contains(event.target as Node)) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="drawer-bar">
        <IconButton icon="close" label={m.parts.close} keys="Escape" onClick={onClose} />
        <div className="drawer-title">{title}</div>
        {actions && <div className="drawer-actions">{actions}</div>}
      </div>
      <div className="drawer-body">{children}</div>
    </section>
  );
}
