import {
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { m } from '../../messages/index.ts';
import { classes } from '../classes.ts';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { Notice } from '../display/notice.tsx';
import { useField } from '../forms/use-field.ts';
import { Icon } from '../icons/icon.tsx';
import { matchOptions } from '../popups/picker-match.ts';
import { CompletionList } from './completion-list.tsx';
import { FormatTools } from './format-tools.tsx';
import { Markdown, type MarkdownProps } from './markdown.tsx';
import { applyEdit, selectionOf } from './model-edits.ts';
import { continueList, type Selection } from './text-edits.ts';
import type { TextModel } from './text-model.ts';
import { Toolbar } from './toolbar.tsx';
import { findTool, listCommands } from './tools.ts';
import { useAreaView } from './use-area-view.ts';
import { type Completion, type FindCompletions, useCompletions } from './use-completions.ts';
import { useTextModel } from './use-text-model.ts';
import { type UploadFile, useUploads } from './use-uploads.ts';
import { setPlainText, usePlainText, useRichEditor } from './writing-mode.ts';
import './markdown-editor.css';

export interface MarkdownEditorProps {
  /** The accessible name; inside a `Field` its label is used. */
  label?: string;
  value: string;
  onChange: (text: string) => void;
  /** The model that holds the text instead of `value`, for a text that several people edit. */
  model?: TextModel;
  placeholder?: string;
  /** Called by Mod+Enter. */
  onSubmit?: () => void;
  findPeople?: FindCompletions;
  findTickets?: FindCompletions;
  /** What the `/` menu offers besides the blocks of a text. */
  commands?: readonly Completion[];
  /** Takes files that are pasted, dropped or chosen. */
  uploadFile?: UploadFile;
  /** How the preview shows tickets and people. */
  preview?: Pick<MarkdownProps, 'ticketHref' | 'mention' | 'onNavigate'>;
  /** Buttons at the end of the bar, such as the one that sends. */
  actions?: ReactNode;
  /** `bare` has no border, for a text that is edited in place. */
  look?: 'normal' | 'bare';
  minRows?: number;
  autoFocus?: boolean;
  /** Where the caret stands at first; otherwise at the end. */
  caretAt?: number | undefined;
  className?: string;
}

/**
 * A field for Markdown. The rich editor shows the text as it will look; until it is loaded, and for those who prefer the
 * source, it is a text area. Both edit the same model, so nothing typed is lost when one takes the place of the other.
 */
export function MarkdownEditor({
  label,
  value,
  onChange,
  model: given,
  placeholder,
  onSubmit,
  findPeople,
  findTickets,
  commands,
  uploadFile,
  preview,
  actions,
  look = 'normal',
  minRows = 3,
  autoFocus,
  caretAt,
  className,
}: MarkdownEditorProps) {
  const id = useId();
  const { clearError, ...field } = useField({});
  const area = useRef<HTMLTextAreaElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const hasFocus = useRef(autoFocus === true);
  const [isPreview, setPreview] = useState(false);
  const [isOver, setOver] = useState(false);
  const [isComposing, setComposing] = useState(false);
  const model = useTextModel(given, value, onChange, caretAt);
  const isPlain = usePlainText();
  const rich = useRichEditor(!isPlain);
  // The text area stays while a word is composed in it.
  const isRich = rich !== undefined && !isPlain && !isComposing;
  useAreaView(area, model, !isPreview && !isRich, hasFocus);
  const completions = useCompletions(model, { '@': findPeople, '#': findTickets, '/': findCommands });
  const uploads = useUploads(model, uploadFile);

  function findCommands(query: string): readonly Completion[] {
    const blocks = listCommands().map(
      ({ id: command, icon, label: name, edit: change }): Completion => ({
        id: command,
        label: name,
        before: <Icon name={icon} />,
        edit: change,
      }),
    );
    const file: Completion = {
      id: 'file',
      label: m.editor.file,
      before: <Icon name="picture" />,
      run: () => fileInput.current?.click(),
    };
    return matchOptions([...blocks, ...(uploadFile ? [file] : []), ...(commands ?? [])], query);
  }

  function edit(change: (selection: Selection) => Selection | undefined): boolean {
    const next = change(selectionOf(model));
    if (next) applyEdit(model, next);
    return next !== undefined;
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
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
    if (event.key === 'Enter' && !isMod && !event.shiftKey && !event.altKey && !isRich)
      return edit(continueList);
    if (!isMod) return false;
    if (!event.altKey && /^[zy]$/i.test(event.key)) {
      if (event.key === 'y' || event.shiftKey) model.redo();
      else model.undo();
      return true;
    }
    const tool = findTool(event);
    const { start, end } = selectionOf(model);
    // Without a selection, Mod+K opens the palette.
    if (!tool || (tool.id === 'link' && start === end)) return false;
    return edit(tool.edit);
  }

  function takeFiles(files: FileList | undefined | null): boolean {
    if (!uploadFile || !files || files.length === 0) return false;
    void uploads.addFiles([...files]);
    return true;
  }

  const { shown } = completions;
  const { name, required, ...described } = field;
  const attributes: HTMLAttributes<HTMLElement> = {
    ...described,
    'aria-label': label,
    'aria-autocomplete': 'list',
    'aria-controls': shown && `${id}-list`,
    'aria-activedescendant': shown && `${id}-${shown.options[shown.active]?.id}`,
  };
  const onFocus = () => {
    hasFocus.current = true;
  };
  const onBlur = (_event: FocusEvent) => {
    hasFocus.current = false;
    completions.close();
  };
  const onInput = () => {
    clearError();
    void completions.look();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button “Attach files” does the same
    <div
      className={classes(
        'markdown-editor',
        `markdown-editor-${look}`,
        isOver && 'markdown-editor-over',
        className,
      )}
      data-invalid={field['aria-invalid'] || undefined}
      onDragOver={(event) => {
        if (!uploadFile || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!event.defaultPrevented && takeFiles(event.dataTransfer.files)) event.preventDefault();
      }}
    >
      {isRich ? (
        !isPreview && (
          <rich.RichField
            model={model}
            attributes={{
              ...attributes,
              ...(field.id && !label && { 'aria-labelledby': `${field.id}-label` }),
            }}
            placeholder={placeholder}
            minRows={minRows}
            takesFocus={hasFocus}
            onKeyDown={onKeyDown}
            onFiles={takeFiles}
            onFocus={onFocus}
            onBlur={onBlur}
            onInput={onInput}
          />
        )
      ) : (
        <textarea
          {...attributes}
          name={name}
          required={required}
          ref={area}
          className="markdown-editor-area"
          hidden={isPreview}
          placeholder={placeholder}
          rows={minRows}
          onInput={onInput}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onBlur={onBlur}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          onPaste={(event) => takeFiles(event.clipboardData.files) && event.preventDefault()}
        />
      )}
      {isPreview && (
        <div className="markdown-editor-preview">
          {model.text.trim() ? (
            <Markdown text={model.text} {...preview} />
          ) : (
            <p className="markdown-editor-none">{m.editor.nothingToPreview}</p>
          )}
        </div>
      )}
      {shown && <CompletionList id={id} {...shown} onPick={completions.pick} />}
      {uploads.failed.map((failure) => (
        <Notice key={failure.number} look="danger" alert>
          {failure.message}{' '}
          <Button look="quiet" onClick={() => uploads.sendAgain(failure)}>
            {m.editor.sendAgain(failure.file.name)}
          </Button>
          <IconButton icon="close" label={m.parts.close} onClick={() => uploads.drop(failure)} />
        </Notice>
      ))}
      <div className="markdown-editor-bar">
        {!isPreview && (
          <Toolbar label={m.editor.formatting} className="markdown-editor-tools">
            <FormatTools model={model} onTool={(tool) => edit(tool.edit)} />
            {isRich && <rich.TableMenu model={model} />}
            {uploadFile && (
              <IconButton
                icon="attach"
                label={m.editor.attachFiles}
                onClick={() => fileInput.current?.click()}
              />
            )}
            <IconButton
              icon="source"
              label={m.editor.source}
              aria-pressed={isPlain}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => setPlainText(!isPlain)}
            />
          </Toolbar>
        )}
        {uploadFile && (
          <input
            ref={fileInput}
            type="file"
            multiple
            hidden
            aria-label={m.editor.attachFiles}
            onChange={(event) => {
              takeFiles(event.target.files);
              event.target.value = '';
            }}
          />
        )}
        <div className="markdown-editor-end">
          <IconButton
            icon={isPreview ? 'edit' : 'eye'}
            label={isPreview ? m.editor.write : m.editor.preview}
            onClick={() => setPreview(!isPreview)}
          />
          {actions}
        </div>
      </div>
    </div>
  );
}
