import { useRef } from 'react';
import { m } from '../messages/index.ts';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { uploadFiles } from './uploads.ts';

/** Opens the file dialog of the system. */
export function AttachButton({ ticketId }: { ticketId: string }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton icon="attach" label={m.attachments.attach} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          void uploadFiles(ticketId, [...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}
