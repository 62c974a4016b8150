import { classes } from '../classes.ts';
import type { IconName } from './icon-shapes.ts';
import './icon.css';

export interface IconProps {
  name: IconName;
  size?: 'small' | 'large';
  className?: string;
}

/** A decorative picture: text or the name of its control says the same. */
export function Icon({ name, size, className }: IconProps) {
  return (
    <span className={classes('icon', `icon-${name}`, size && `icon-${size}`, className)} aria-hidden="true" />
  );
}
