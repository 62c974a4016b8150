import { classes } from '../classes.ts';
import { type StatusValue, useFindStatus, useStatusLabel } from '../own-statuses.ts';
import './icon.css';
import './status-icon.css';

export interface StatusIconProps {
  /** One of the six, or the id of an own status, which has the shape of its status. */
  status: StatusValue;
  /** The own status of the ticket, if `status` is one of the six. */
  own?: string | null;
  /** True to label the icon with the status. Without it the icon is decoration beside the written status. */
  named?: boolean;
  className?: string;
}

/** Dashed ring, ring, half, three quarters, tick, cross: distinguished by shape, not by colour alone. */
export function StatusIcon({ status, own: ownId, named, className }: StatusIconProps) {
  const label = useStatusLabel();
  const own = useFindStatus()(status, ownId);
  return (
    <span
      style={own?.color ? { color: own.color } : undefined}
      className={classes('icon', `status-${(own?.status ?? status).replace('_', '-')}`, className)}
      {...(named ? { role: 'img', 'aria-label': label(status, ownId) } : { 'aria-hidden': true })}
    />
  );
}
