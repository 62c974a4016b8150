import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { m } from '../../messages/index.ts';
import { classes } from '../classes.ts';
import { Icon } from '../icons/icon.tsx';
import { type TooltipProps, tooltipAttributes } from '../popups/tooltip.ts';
import './chip.css';

export interface ChipProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'>, TooltipProps {
  /** An icon, a dot, an avatar. */
  before?: ReactNode;
  children: ReactNode;
  /** Adds a cross named “Remove …”. */
  onRemove?: (() => void) | undefined;
  /** The accessible name, where the text alone does not say enough. */
  label?: string;
  /** A reason disables the chip. */
  disabled?: string | boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/** A small bordered piece: a field of a ticket, a filter, a label. It is a button if it has `onClick` or is a trigger. */
export function Chip({
  before,
  children,
  onClick,
  onRemove,
  label,
  disabled,
  tooltip,
  keys,
  className,
  ...rest
}: ChipProps) {
  const reason = typeof disabled === 'string' ? disabled : undefined;
  const shownTooltip = tooltipAttributes(reason ?? tooltip, keys);
  const text = (
    <>
      {before}
      <span className="chip-text">{children}</span>
    </>
  );
  return (
    <span className={classes('chip', className)}>
      {onClick ? (
        <button
          // A trigger with an explicit name is a field whose text is its value; a button would be named by its text.
          {...(label && rest['aria-haspopup'] ? { role: 'combobox' } : {})}
          {...rest}
          {...shownTooltip}
          type="button"
          className="chip-body"
          aria-label={label}
          aria-disabled={disabled ? true : undefined}
          aria-description={reason}
          onClick={(event) => !disabled && onClick(event)}
        >
          {text}
        </button>
      ) : (
        <span className="chip-body" {...shownTooltip}>
          {text}
        </span>
      )}
      {onRemove && (
        <button
          type="button"
          className="chip-remove"
          aria-label={m.parts.remove(label ?? (typeof children === 'string' ? children : ''))}
          onClick={onRemove}
        >
          <Icon name="close" size="small" />
        </button>
      )}
    </span>
  );
}
