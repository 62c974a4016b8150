import { type ReactNode, useState } from 'react';
import { m } from '../messages/index.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { uploadFiles } from './uploads.ts';
import './file-drop.css';

export interface FileDropProps {
  ticketId: string;
  /** Set where the person may not attach files. */
  disabled: boolean;
  children: ReactNode;
  className?: string;
}

/** A part of the page on which files can be dropped or pasted, to attach them to a ticket. */
export function FileDrop({ ticketId, disabled, children, className }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: React.DragEvent) => !disabled && event.dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button “Attach files” does the same
    <div
      className={className}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onPaste={(event) => {
        const { files } = event.clipboardData;
        if (disabled || files.length === 0 || event.defaultPrevented) return;
        event.preventDefault();
        void uploadFiles(ticketId, [...files]);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!hasFiles(event) || event.defaultPrevented) return;
        event.preventDefault();
        void uploadFiles(ticketId, [...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver && (
        <div className="file-drop-over">
          <Icon name="upload" size="large" />
          {m.attachments.drop}
        </div>
      )}
    </div>
  );
}
