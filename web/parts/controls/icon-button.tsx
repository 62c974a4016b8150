import { classes } from '../classes.ts';
import type { IconName } from '../icons/icon-shapes.ts';
import { Button, type ButtonProps } from './button.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'iconEnd'> {
  icon: IconName;
  /** The accessible name, shown as the tooltip too. */
  label: string;
}

export function IconButton({ icon, label, look = 'quiet', className, tooltip, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      look={look}
      icon={icon}
      aria-label={label}
      tooltip={tooltip ?? label}
      className={classes('icon-button', className)}
    />
  );
}
