import { classes } from '../classes.ts';
import { useOwnStatus, useStatusLabel } from '../own-statuses.ts';
import type { TicketStatus } from '../ticket-words.ts';
import './icon.css';
import './status-icon.css';

export interface StatusIconProps {
  status: TicketStatus;
  /** True to label the icon with the status. Without it the icon is decoration beside the written status. */
  named?: boolean;
  className?: string;
}

/** Dashed ring, ring, half, three quarters, tick, cross: distinguished by shape, not by colour alone. */
export function StatusIcon({ status, named, className }: StatusIconProps) {
  const label = useStatusLabel();
  const own = useOwnStatus(status);
  return (
    <span
      style={own?.color ? { color: own.color } : undefined}
      className={classes('icon', `status-${status.replace('_', '-')}`, className)}
      {...(named ? { role: 'img', 'aria-label': label(status) } : { 'aria-hidden': true })}
    />
  );
}
