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
  /** A reason: shown, and the option cannot be picked. */
  disabled?: string | undefined;
  /** Options with the same group stand together under it. */
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
  /** Offers to make what is typed, where nothing has exactly that name. */
  onCreate?: ((text: string) => void) | undefined;
  /** Called as one types, where the options come from the server. They are then shown as given. */
  onSearch?: ((text: string) => void) | undefined;
  loading?: boolean | undefined;
}

/** A search field over a list, within a popover. */
export function PickerList(props: PickerListProps) {
  const { PickerListView } = getLateParts();
  return <PickerListView {...props} />;
}
