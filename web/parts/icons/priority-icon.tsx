import { classes } from '../classes.ts';
import { choiceLabel, type TicketPriority } from '../ticket-words.ts';
import './icon.css';
import './priority-icon.css';

export interface PriorityIconProps {
  priority: TicketPriority;
  named?: boolean;
  className?: string;
}

/** Bars by height; the highest is a filled square with an exclamation mark. */
export function PriorityIcon({ priority, named, className }: PriorityIconProps) {
  return (
    <span
      className={classes('icon', 'priority-icon', `priority-${priority}`, className)}
      {...(named
        ? { role: 'img', 'aria-label': choiceLabel('priority', priority) }
        : { 'aria-hidden': true })}
    />
  );
}
