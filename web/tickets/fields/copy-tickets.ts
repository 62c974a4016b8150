import { m } from '../../messages/index.ts';
import { showToast } from '../../parts/popups/toasts.ts';
import { branchOf, type CopiedTicket, curlOf, linkOf, markdownOf, refOf } from './copy-text.ts';
import { readRows } from './known.ts';

export const copyForms = ['key', 'link', 'markdown', 'branch', 'curl', 'prompt'] as const;
export type CopyForm = (typeof copyForms)[number];

const textOf: Record<CopyForm, (ticket: CopiedTicket, origin: string) => string> = {
  key: refOf,
  link: linkOf,
  markdown: markdownOf,
  branch: branchOf,
  curl: curlOf,
  prompt: (ticket, origin) =>
    m.verbs.prompt(refOf(ticket), ticket.title, linkOf(ticket, origin), curlOf(ticket, origin)),
};

/** Copies the tickets, one per line, and says what the clipboard contains now. */
export async function copyTickets(ids: readonly string[], form: CopyForm): Promise<void> {
  const rows = readRows(ids);
  const text = rows.map((row) => textOf[form](row, location.origin)).join('\n');
  await copyText(text, m.fields.done.copied(text.length > 80 ? m.verbs.copyForms[form] : text));
}

/** `said` is shown once the clipboard has the text. */
export async function copyText(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ text: said });
  } catch {
    showToast({ text: m.fields.done.copyFailed, tone: 'refused' });
  }
}
