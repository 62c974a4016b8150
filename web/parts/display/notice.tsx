import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-shapes.ts';
import './notice.css';

const icons = {
  info: 'info',
  good: 'check',
  warning: 'warning',
  danger: 'warning',
  agent: 'agent',
} as const satisfies Record<string, IconName>;

export interface NoticeProps {
  look?: keyof typeof icons;
  /** Read out at once. */
  alert?: boolean;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A sentence about the place where it is shown. */
export function Notice({ look = 'info', alert, actions, children, className }: NoticeProps) {
  return (
    <div className={classes('notice', `notice-${look}`, className)} role={alert ? 'alert' : undefined}>
      <Icon name={icons[look]} />
      <div className="notice-text">{children}</div>
      {actions && <div className="notice-actions">{actions}</div>}
    </div>
  );
}
