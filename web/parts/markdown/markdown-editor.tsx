import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { m } from '../../messages/index.ts';
import { classes } from '../classes.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { Notice } from '../display/notice.tsx';
import { useField } from '../forms/use-field.ts';
import type { IconName } from '../icons/icon-shapes.ts';
import { applyEdit, selectionOf } from './area-edits.ts';
import { CompletionList } from './completion-list.tsx';
import { Markdown, type MarkdownProps } from './markdown.tsx';
import { continueList, makeLink, type Selection, toggleLines, toggleMark } from './text-edits.ts';
import { type FindCompletions, useCompletions } from './use-completions.ts';
import { type UploadFile, useUploads } from './use-uploads.ts';
import './markdown-editor.css';

export interface MarkdownEditorProps {
  /** The accessible name; inside a `Field` its label is used. */
  label?: string;
  value: string;
  onChange: (text: string) => void;
  placeholder?: string;
  /** Called by Mod+Enter. */
  onSubmit?: () => void;
  findPeople?: FindCompletions;
  findTickets?: FindCompletions;
  /** Takes files that are pasted, dropped or chosen. */
  uploadFile?: UploadFile;
  /** How the preview shows tickets and people. */
  preview?: Pick<MarkdownProps, 'ticketHref' | 'mention' | 'onNavigate'>;
  /** Buttons at the end of the bar, such as the one that sends. */
  actions?: ReactNode;
  /** `bare` has no border, for a text that is edited in place. */
  look?: 'normal' | 'bare';
  minRows?: number;
  onBlur?: () => void;
  onFocus?: () => void;
  readOnly?: boolean;
  autoFocus?: boolean;
  className?: string;
  ref?: Ref<HTMLTextAreaElement>;
}

interface Tool {
  icon: IconName;
  label: string;
  keys?: string;
  edit: (selection: Selection) => Selection;
}

const tools = (): Tool[] => [
  { icon: 'bold', label: m.parts.bold, keys: 'Mod+b', edit: (selection) => toggleMark(selection, '**') },
  { icon: 'italic', label: m.parts.italic, keys: 'Mod+i', edit: (selection) => toggleMark(selection, '_') },
  { icon: 'code', label: m.parts.code, keys: 'Mod+e', edit: (selection) => toggleMark(selection, '`') },
  { icon: 'link', label: m.parts.link, keys: 'Mod+k', edit: makeLink },
  { icon: 'bullets', label: m.parts.bulletList, edit: (selection) => toggleLines(selection, '- ') },
  { icon: 'tasks', label: m.parts.taskList, edit: (selection) => toggleLines(selection, '- [ ] ') },
  { icon: 'quote', label: m.parts.quote, edit: (selection) => toggleLines(selection, '> ') },
];

/** Markdown in a text area: people and agents keep exactly what they typed. */
export function MarkdownEditor({
  label,
  value,
  onChange,
  placeholder,
  onSubmit,
  findPeople,
  findTickets,
  uploadFile,
  preview,
  actions,
  look = 'normal',
  minRows = 3,
  onBlur,
  onFocus,
  readOnly,
  autoFocus,
  className,
  ref,
}: MarkdownEditorProps) {
  const id = useId();
  const { clearError, ...field } = useField({});
  const area = useRef<HTMLTextAreaElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const [isPreview, setPreview] = useState(false);
  const [isOver, setOver] = useState(false);
  const completions = useCompletions(area, { '@': findPeople, '#': findTickets });
  const uploads = useUploads(area, uploadFile);

  function edit(change: (selection: Selection) => Selection | undefined): boolean {
    if (!area.current || readOnly) return false;
    const next = change(selectionOf(area.current));
    if (next) applyEdit(area.current, next);
    return next !== undefined;
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    if (completions.press(event.key) || pressShortcut(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  function pressShortcut(event: KeyboardEvent): boolean {
    const isMod = event.metaKey || event.ctrlKey;
    if (isMod && event.key === 'Enter' && onSubmit) {
      onSubmit();
      return true;
    }
    if (event.key === 'Enter' && !isMod && !event.shiftKey && !event.altKey) return edit(continueList);
    if (!isMod || event.shiftKey || event.altKey) return false;
    // Without a selection, Mod+K opens the palette.
    if (event.key === 'k' && area.current?.selectionStart === area.current?.selectionEnd) return false;
    const tool = tools().find(({ keys }) => keys === `Mod+${event.key}`);
    return tool !== undefined && edit(tool.edit);
  }

  function takeFiles(files: FileList | undefined | null): boolean {
    if (!uploadFile || !files || files.length === 0) return false;
    void uploads.addFiles([...files]);
    return true;
  }

  const { shown } = completions;
  return (
    <div
      className={classes(
        'markdown-editor',
        `markdown-editor-${look}`,
        isOver && 'markdown-editor-over',
        className,
      )}
      data-invalid={field['aria-invalid'] || undefined}
    >
      <textarea
        {...field}
        ref={(node) => {
          area.current = node;
          if (typeof ref === 'function') ref(node);
          else if (ref) ref.current = node;
        }}
        className="markdown-editor-area"
        hidden={isPreview}
        aria-label={label}
        aria-autocomplete={findPeople || findTickets ? 'list' : undefined}
        aria-controls={shown && `${id}-list`}
        aria-activedescendant={shown && `${id}-${shown.options[shown.active]?.id}`}
        value={value}
        placeholder={placeholder}
        rows={minRows}
        readOnly={readOnly}
        // biome-ignore lint/a11y/noAutofocus: the caller opens the editor on a press of the user
        autoFocus={autoFocus}
        onChange={(event) => {
          clearError(event);
          onChange(event.target.value);
          void completions.look();
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          completions.close();
          onBlur?.();
        }}
        onFocus={onFocus}
        onPaste={(event) => takeFiles(event.clipboardData.files) && event.preventDefault()}
        onDragOver={(event) => {
          if (!uploadFile || !event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          setOver(false);
          if (takeFiles(event.dataTransfer.files)) event.preventDefault();
        }}
      />
      {isPreview && (
        <div className="markdown-editor-preview">
          {value.trim() ? (
            <Markdown text={value} {...preview} />
          ) : (
            <p className="markdown-editor-none">{m.parts.nothingToPreview}</p>
          )}
        </div>
      )}
      {shown && <CompletionList id={id} {...shown} onPick={completions.pick} />}
      {uploads.failure && (
        <Notice look="danger" alert>
          {uploads.failure}
        </Notice>
      )}
      <div className="markdown-editor-bar">
        {!readOnly && !isPreview && (
          <fieldset className="markdown-editor-tools">
            <legend className="said">{m.parts.formatting}</legend>
            {tools().map((tool) => (
              <IconButton
                key={tool.icon}
                icon={tool.icon}
                label={tool.label}
                keys={tool.keys}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => edit(tool.edit)}
              />
            ))}
            {uploadFile && (
              <IconButton
                icon="attach"
                label={m.parts.attachFiles}
                onClick={() => fileInput.current?.click()}
              />
            )}
          </fieldset>
        )}
        {uploadFile && (
          <input
            ref={fileInput}
            type="file"
            multiple
            hidden
            aria-label={m.parts.attachFiles}
            onChange={(event) => {
              takeFiles(event.target.files);
              event.target.value = '';
            }}
          />
        )}
        <div className="markdown-editor-end">
          <IconButton
            icon={isPreview ? 'edit' : 'eye'}
            label={isPreview ? m.parts.write : m.parts.preview}
            onClick={() => setPreview(!isPreview)}
          />
          {actions}
        </div>
      </div>
    </div>
  );
}
