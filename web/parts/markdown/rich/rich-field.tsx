import {
  type FocusEventHandler,
  type HTMLAttributes,
  type KeyboardEvent,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { m } from '../../../messages/index.ts';
import { IconButton } from '../../controls/icon-button.tsx';
import { Menu } from '../../popups/menu.tsx';
import { MenuItem } from '../../popups/menu-item.tsx';
import { applyEdit, selectionOf } from '../model-edits.ts';
import { continueList, indentItems, type Selection, toggleMark } from '../text-edits.ts';
import type { TextModel } from '../text-model.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { RichView } from './rich-view.ts';
import {
  addColumn,
  addRow,
  enterRow,
  findTable,
  moveToCell,
  removeColumn,
  removeRow,
} from './table-edits.ts';
import './rich-field.css';

export interface RichFieldProps {
  model: TextModel;
  /** Name, description and state for screen readers. */
  attributes: HTMLAttributes<HTMLDivElement>;
  placeholder: string | undefined;
  minRows: number;
  /** True if the field takes the focus when it appears, because the text area that it replaces had it. */
  takesFocus: RefObject<boolean>;
  /** The keys of the editor around it; it prevents the default of those that it used. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onFiles: (files: FileList) => boolean;
  onFocus: FocusEventHandler;
  onBlur: FocusEventHandler;
  onInput: () => void;
}

/** A text that is written as it will look. */
export function RichField(props: RichFieldProps) {
  const { model, attributes, placeholder, minRows, takesFocus } = props;
  const root = useRef<HTMLDivElement>(null);
  const takeFiles = useEffectEvent(props.onFiles);
  const onInput = useEffectEvent(props.onInput);
  useLayoutEffect(() => {
    if (!root.current) return;
    const view = new RichView(root.current, model, {
      onInput: () => onInput(),
      onEnter: () => edit(model, (at) => enterRow(at) ?? continueList(at)),
      onFiles: (files) => takeFiles(files),
      onFormat: (mark) => void edit(model, (at) => toggleMark(at, mark)),
      convertHtml: htmlToMarkdown,
    });
    model.view = view;
    if (takesFocus.current) view.focus();
    return () => view.destroy();
  }, [model, takesFocus]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    props.onKeyDown(event);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.defaultPrevented || event.key !== 'Tab' || !isPlain || event.nativeEvent.isComposing) return;
    const step = event.shiftKey ? -1 : 1;
    if (edit(model, (at) => moveToCell(at, step) ?? indentItems(at, step))) event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a text area shows no headings, lists and tables
    <div
      {...attributes}
      ref={root}
      role="textbox"
      aria-multiline="true"
      aria-placeholder={placeholder}
      data-placeholder={placeholder}
      className="markdown-editor-area rich-field"
      style={{ '--rows': minRows }}
      contentEditable
      suppressContentEditableWarning
      tabIndex={0}
      spellCheck
      onKeyDown={onKeyDown}
      onFocus={props.onFocus}
      onBlur={props.onBlur}
    />
  );
}

/** What can be done with the table around the caret. */
export function TableMenu({ model }: { model: TextModel }) {
  const isInTable = useSyncExternalStore(
    model.subscribeToSelection,
    () => findTable({ text: model.text, start: model.start, end: model.end }) !== undefined,
  );
  if (!isInTable) return null;
  const item = (label: string, change: (at: Selection) => Selection | undefined) => (
    <MenuItem onSelect={() => edit(model, change)}>{label}</MenuItem>
  );
  return (
    <Menu
      label={m.editor.tableMenu}
      trigger={<IconButton icon="table" label={m.editor.tableMenu} className="markdown-editor-context" />}
    >
      {item(m.editor.addRow, addRow)}
      {item(m.editor.addColumn, addColumn)}
      {item(m.editor.removeRow, removeRow)}
      {item(m.editor.removeColumn, removeColumn)}
    </Menu>
  );
}

function edit(model: TextModel, change: (at: Selection) => Selection | undefined): boolean {
  const next = change(selectionOf(model));
  if (next) applyEdit(model, next);
  return next !== undefined;
}
