import { useSyncExternalStore } from 'react';
import type { Attachment } from '../../sdk/index.ts';
import { queryClient } from '../api/index.ts';
import { sentenceOf } from '../parts/forms/refusal.ts';
import { attachmentQueries } from './attachment-queries.ts';
import { sendFile } from './send-file.ts';

/** A file on its way, or one that did not arrive. */
export interface Upload {
  id: number;
  ticketId: string;
  file: File;
  /** From 0 to 1. */
  share: number;
  /** Why it did not arrive; it can be sent again. */
  failure?: string;
}

let uploads: readonly Upload[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/**
 * Attaches files to a ticket, one after the other. Returns those that arrived; the others stay in the list, to be
 * sent again.
 */
export async function uploadFiles(ticketId: string, files: readonly File[]): Promise<Attachment[]> {
  const added = files.map((file): Upload => ({ id: nextId++, ticketId, file, share: 0 }));
  set([...uploads, ...added]);
  const attached: Attachment[] = [];
  for (const upload of added) {
    const attachment = await send(upload);
    if (attachment) attached.push(attachment);
  }
  return attached;
}

export const sendAgain = (upload: Upload) => void send(upload);
export const dropUpload = ({ id }: Upload) => set(uploads.filter((one) => one.id !== id));
export const useUploads = () => useSyncExternalStore(subscribe, () => uploads);

async function send(upload: Upload): Promise<Attachment | undefined> {
  const { id, ticketId, file } = upload;
  change({ ...upload, share: 0 });
  try {
    const attachment = await sendFile(ticketId, file, (share) => change({ ...upload, share }));
    dropUpload({ ...upload, id });
    await queryClient.invalidateQueries({ queryKey: attachmentQueries.ofTicket(ticketId).queryKey });
    return attachment;
  } catch (error) {
    change({ ...upload, failure: sentenceOf(error) });
    return undefined;
  }
}

const change = (next: Upload) => set(uploads.map((one) => (one.id === next.id ? next : one)));

function set(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
