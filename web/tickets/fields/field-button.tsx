import { useId } from 'react';
import { classes } from '../../parts/classes.ts';
import { tooltipAttributes } from '../../parts/popups/tooltip.ts';
import { type TicketRow, useBoot, useRows } from '../../replica/index.ts';
import { fieldKeys, fieldLabel } from './field-names.ts';
import { FieldValue } from './field-value.tsx';
import type { FieldName } from './field-values.ts';
import { mayNotChange } from './may-change.ts';
import { closeField, openField, useOpenField } from './open-field.ts';
import './field-button.css';

export interface FieldButtonProps {
  field: FieldName;
  /** One ticket, or the selected ones. */
  ids: readonly string[];
  /** `plain` has a border when pointed at, `chip` always; `icon` shows the icon only, for rows and cards. */
  look?: 'plain' | 'chip' | 'icon';
  /** Why the field cannot be changed, if the caller knows better than the project's permissions. */
  mayNot?: string | undefined;
  /** For rows, which have one tab stop: there the field is changed by its key. */
  tabIndex?: number;
  /** Shown if the ticket is no longer cached because it was deleted. */
  gone?: TicketRow | undefined;
  className?: string;
}

/** The control of a field: shows the value and opens its picker. Its accessible name is that of the field. */
export function FieldButton({
  field,
  ids,
  look = 'plain',
  mayNot,
  tabIndex,
  gone,
  className,
}: FieldButtonProps) {
  const cached = useRows(ids);
  const rows = cached.length === 0 && gone ? [gone] : cached;
  const boot = useBoot();
  const open = useOpenField();
  const id = useId();
  const reason = mayNot ?? mayNotChange(rows, boot);
  const isOpen = open?.what === field && open.at instanceof Element && open.at.id === id;
  return (
    <>
      <span id={`${id}-name`} hidden>
        {fieldLabel(field)}
      </span>
      <button
        type="button"
        id={id}
        className={classes('field-button', `field-button-${look}`, className)}
        // The name of the field comes first. The value must be part of the name, because it is what people see and say.
        aria-labelledby={`${id}-name ${id}-value`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-disabled={reason ? true : undefined}
        aria-description={reason}
        tabIndex={tabIndex}
        {...tooltipAttributes(reason ?? fieldLabel(field), reason ? undefined : fieldKeys[field])}
        onClick={(event) => {
          if (reason) return;
          if (isOpen) closeField();
          else openField(field, ids, event.currentTarget);
        }}
      >
        <span id={`${id}-value`} className="field-value">
          <FieldValue field={field} rows={rows} />
        </span>
      </button>
    </>
  );
}
