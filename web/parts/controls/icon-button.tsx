import { classes } from '../classes.ts';
import type { IconName } from '../icons/icon-shapes.ts';
import { Button, type ButtonProps } from './button.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'iconEnd'> {
  icon: IconName;
  /** The accessible name, shown as the tooltip too. */
  label: string;
  /** The object of the action, announced after the label: “Delete: Backend”. */
  of?: string | undefined;
}

export function IconButton({
  icon,
  label,
  of,
  look = 'quiet',
  className,
  tooltip,
  ...rest
}: IconButtonProps) {
  return (
    <Button
      {...rest}
      look={look}
      icon={icon}
      aria-label={of === undefined ? label : `${label}: ${of}`}
      tooltip={tooltip ?? label}
      className={classes('icon-button', className)}
    />
  );
}
