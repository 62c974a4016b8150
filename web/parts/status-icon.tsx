import { classes } from './classes.ts';
import { statusLabel, type TicketStatus } from './ticket-words.ts';
import './icon.css';
import './status-icon.css';

export interface StatusIconProps {
  status: TicketStatus;
  /** Says the status; without it the icon is decoration beside the written status. */
  named?: boolean;
  className?: string;
}

/** Dashed ring, ring, half, three quarters, tick, cross: told apart by shape, not by colour alone. */
export function StatusIcon({ status, named, className }: StatusIconProps) {
  return (
    <span
      className={classes('icon', `status-${status.replace('_', '-')}`, className)}
      {...(named ? { role: 'img', 'aria-label': statusLabel(status) } : { 'aria-hidden': true })}
    />
  );
}
