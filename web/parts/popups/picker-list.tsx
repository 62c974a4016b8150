import type { ReactNode } from 'react';
import { getLateParts } from '../late.ts';
import type { PickerText } from './picker-match.ts';
import './picker.css';

export interface PickerOption extends PickerText {
  id: string;
  /** An icon, a dot, an avatar. */
  before?: ReactNode;
  /** A second, quiet text at the end. */
  hint?: string | undefined;
  /** A single key picks it while nothing is typed. */
  keys?: string | undefined;
  /** The reason why the option cannot be picked, which is shown. */
  disabled?: string | undefined;
  /** Options with the same group are listed together below it. */
  group?: string | undefined;
}

export interface PickerListProps {
  /** The name of the field that is picked for. */
  label: string;
  options: readonly PickerOption[];
  /** The ids that are picked now. */
  picked: readonly string[];
  multiple?: boolean;
  onPick: (id: string) => void;
  placeholder?: string | undefined;
  /** Offers to create the typed text, if nothing has exactly that name. */
  onCreate?: ((text: string) => void) | undefined;
  /** Called while the person types, if the options come from the server. They are then shown as given. */
  onSearch?: ((text: string) => void) | undefined;
  loading?: boolean | undefined;
}

/** A search field over a list, within a popover. */
export function PickerList(props: PickerListProps) {
  const { PickerListView } = getLateParts();
  return <PickerListView {...props} />;
}
