import { type ButtonHTMLAttributes, type Ref, use } from 'react';
import { classes } from '../classes.ts';
import { FormContext } from '../forms/form-context.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-shapes.ts';
import { type TooltipProps, tooltipAttributes } from '../popups/tooltip.ts';
import './button.css';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'>, TooltipProps {
  /** `primary` once per screen, `danger` for destructive actions, `quiet` without a border. */
  look?: 'plain' | 'primary' | 'danger' | 'quiet';
  size?: 'normal' | 'large';
  icon?: IconName;
  iconEnd?: IconName;
  /** A reason disables the button and becomes its tooltip and description; `true` disables it without a reason. */
  disabled?: boolean | string;
  /** True while work is in progress: the button stays focused and ignores presses. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  look = 'plain',
  size = 'normal',
  icon,
  iconEnd,
  disabled,
  busy,
  className,
  children,
  type = 'button',
  tooltip,
  keys,
  onClick,
  ...rest
}: ButtonProps) {
  const form = use(FormContext);
  const sending = busy || (type === 'submit' && form?.sending === true);
  const reason = typeof disabled === 'string' ? disabled : undefined;
  const off = Boolean(disabled) || sending;
  return (
    <button
      {...rest}
      {...tooltipAttributes(reason ?? tooltip, keys)}
      // aria-disabled instead of disabled: the button keeps the focus, and its reason can be read.
      aria-disabled={off || undefined}
      aria-busy={sending || undefined}
      aria-description={reason ?? rest['aria-description']}
      type={type}
      className={classes('button', `button-${look}`, size === 'large' && 'button-large', className)}
      onClick={(event) => {
        if (off) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon && <Icon name={icon} />}
      {children !== undefined && <span className="button-text">{children}</span>}
      {iconEnd && <Icon name={iconEnd} />}
    </button>
  );
}
