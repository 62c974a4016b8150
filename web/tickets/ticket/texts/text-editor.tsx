import type { ReactNode } from 'react';
import { attachToText } from '../../../attachments/index.ts';
import { MarkdownEditor } from '../../../parts/markdown/markdown-editor.tsx';
import type { TextModel } from '../../../parts/markdown/text-model.ts';
import { useFinders } from './use-finders.tsx';
import { useTextLinks } from './use-text-links.ts';

export interface TextEditorProps {
  ticketId: string;
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Holds the text instead of `value`, for a text that several people edit. */
  model?: TextModel | undefined;
  /** Called for ⌘Enter. */
  onSend: () => void;
  /** Called for Escape. */
  onCancel?: () => void;
  placeholder?: string;
  autoFocus?: boolean;
  minRows?: number;
  mayAttach: boolean;
  /** The buttons at the end of the bar. */
  actions: ReactNode;
  className?: string;
  /** Where the caret stands at first. */
  caretAt?: number | undefined;
}

/** The text field for descriptions and comments: @ completes people, # tickets; files become attachments of the ticket. */
export function TextEditor({
  ticketId,
  onSend,
  onCancel,
  autoFocus,
  mayAttach,
  model,
  ...editor
}: TextEditorProps) {
  const finders = useFinders();
  const links = useTextLinks();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a key of the text field inside
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // One step back: leaves the text but not the ticket.
        event.preventDefault();
        if (onCancel) onCancel();
        else event.currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
      }}
    >
      <MarkdownEditor
        {...editor}
        {...finders}
        preview={links}
        onSubmit={onSend}
        {...(autoFocus && { autoFocus })}
        {...(model && { model })}
        {...(mayAttach && { uploadFile: (file, onProgress) => attachToText(ticketId, file, onProgress) })}
      />
    </div>
  );
}
