import { queryClient } from '../api/index.ts';
import { attachmentQueries } from './attachment-queries.ts';
import { sendFile } from './send-file.ts';

/** Attaches a file that was pasted or dropped into a text, and returns the Markdown for it. */
export async function attachToText(
  ticketId: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<string> {
  const { name, url, contentType } = await sendFile(ticketId, file, onProgress);
  void queryClient.invalidateQueries({ queryKey: attachmentQueries.ofTicket(ticketId).queryKey });
  const words = name.replace(/[[\]\\]/g, '\\$&');
  return contentType.startsWith('image/') ? `![${words}](${url}?inline=1)` : `[${words}](${url})`;
}
