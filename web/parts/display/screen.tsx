import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { useWindowTitle } from '../window-title.ts';
import './screen.css';

export interface ScreenProps {
  /** The name of the screen: its h1 and the title of the window. */
  title: string;
  /** Before the title: the project's mark, a way back. */
  before?: ReactNode;
  /** Shown next to the title: a star, a count. */
  beside?: ReactNode;
  tabs?: ReactNode;
  actions?: ReactNode;
  /** A second bar: filters, chips. */
  bar?: ReactNode;
  /** `page` centres a column to read or fill in; `full` leaves the whole width and its scrolling to the screen. */
  look?: 'page' | 'wide' | 'full';
  children: ReactNode;
  className?: string;
}

export function Screen({
  title,
  before,
  beside,
  tabs,
  actions,
  bar,
  look = 'full',
  children,
  className,
}: ScreenProps) {
  useWindowTitle(title);
  return (
    <div className={classes('screen', `screen-${look}`, className)}>
      <header className="screen-bar">
        {before}
        <h1 className="screen-title">{title}</h1>
        {beside}
        {tabs && <div className="screen-tabs">{tabs}</div>}
        {actions && <div className="screen-actions">{actions}</div>}
      </header>
      {bar && <div className="screen-second-bar">{bar}</div>}
      <div className="screen-body">
        {look === 'full' ? children : <div className="screen-column">{children}</div>}
      </div>
    </div>
  );
}
