import { classes } from '../classes.ts';
import { choiceLabel, type TicketType } from '../ticket-words.ts';
import './icon.css';
import './type-icon.css';

export interface TypeIconProps {
  type: TicketType;
  named?: boolean;
  className?: string;
}

export function TypeIcon({ type, named, className }: TypeIconProps) {
  const name = type.toLowerCase();
  return (
    <span
      className={classes('icon', `icon-${name}`, `type-${name}`, className)}
      {...(named ? { role: 'img', 'aria-label': choiceLabel('type', type) } : { 'aria-hidden': true })}
    />
  );
}
