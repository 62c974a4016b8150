import { Icon } from '../../parts/icons/icon.tsx';
import { ValueIcon } from '../filter/value-icon.tsx';
import { type BoardField, isOwnField } from '../ticket-search.ts';

/** The shape of what a column stands for. */
export function ColumnIcon({ field, value }: { field: BoardField; value: string }) {
  if (isOwnField(field)) return null;
  if (field === 'project') return <Icon name="folder" />;
  return field === 'group' ? <Icon name="group" /> : <ValueIcon filter={field} value={value} />;
}
