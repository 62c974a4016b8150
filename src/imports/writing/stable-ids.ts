import { hash } from 'node:crypto';
import { formatUuid } from '../../platform/ids.ts';
import type { FoundFile, FoundFiles } from '../find-files.ts';

/** What the ids and URLs of attachments are derived from. */
export interface ImportedFiles {
  importId: string;
  files: FoundFiles;
  /** The date of everything that has none in the files; the same in every attempt. */
  now: number;
}

/** Derives an id that is the same in every attempt, so that an interrupted import adds nothing twice. */
export function stableId(
  { importId }: Pick<ImportedFiles, 'importId'>,
  parts: string[],
  createdAt: number,
): string {
  const bytes = Buffer.from(hash('sha256', JSON.stringify([importId, ...parts])), 'hex').subarray(0, 16);
  bytes.writeUIntBE(createdAt, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] as number) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f);
  return formatUuid(bytes);
}

/** The id and URL of an attachment, known before the file is stored because the texts of the ticket refer to it. */
export function importedAttachment({ importId, now }: ImportedFiles, { of, file, member }: FoundFile) {
  const createdAt = Math.min(file.createdAt ?? now, now);
  return {
    id: stableId({ importId }, ['file', of, String(member.archive), member.path], createdAt),
    createdAt,
  };
}

/** Replaces references to files of the other product by the URLs of the attachments. */
export function replaceReferences(context: ImportedFiles, of: string, text: string): string {
  let replaced = text;
  for (const found of context.files.byTicket.get(of) ?? [])
    for (const inText of found.inTexts) {
      const view = /\.(?:png|jpe?g|gif|webp)$/i.test(found.file.name) ? '?inline=1' : '';
      replaced = replaced.replaceAll(
        inText,
        () => `/api/attachments/${importedAttachment(context, found).id}${view}`,
      );
    }
  return replaced;
}
