import { FieldPicker } from '../fields/field-picker.tsx';
import type { OpenField } from '../fields/open-field.ts';
import type { TicketPickerProps } from '../fields/picker-props.ts';
import { RemindMenu } from '../ticket/remind-me.tsx';
import { isOwnField, ownFieldId } from '../ticket-search.ts';
import { DuplicatePicker } from '../triage/duplicate-picker.tsx';
import { SnoozeMenu } from '../triage/snooze-menu.tsx';
import { CopyMenu } from './copy-menu.tsx';
import { EstimatePicker } from './estimate-picker.tsx';
import { OwnFieldPicker } from './own-field-picker.tsx';
import { RelationPicker } from './relation-picker.tsx';
import { ReviewersPicker } from './reviewers-picker.tsx';

/** What a verb opens, by itself or as a sub-menu. */
export function VerbPicker({
  what,
  ...props
}: TicketPickerProps & { what: Exclude<OpenField['what'], 'menu' | 'giveToAgent' | 'decline'> }) {
  switch (what) {
    case 'copy':
      return <CopyMenu {...props} />;
    case 'estimate':
      return <EstimatePicker {...props} />;
    case 'duplicateOf':
      return <DuplicatePicker {...props} />;
    case 'snooze':
      return <SnoozeMenu {...props} />;
    case 'remind':
      return <RemindMenu {...props} />;
    case 'reviewers':
      return <ReviewersPicker {...props} />;
    case 'relation':
      return <RelationPicker {...props} />;
    default:
      return isOwnField(what) ? (
        <OwnFieldPicker id={ownFieldId(what)} {...props} />
      ) : (
        <FieldPicker field={what} {...props} />
      );
  }
}
