export { imageTypes } from './attachment.ts';
export { attachmentEvents } from './attachment-events.ts';
export { type Attachment, listAttachmentsById } from './attachment-store.ts';
export { attachOnce } from './attachments.ts';
export { addFormRoutes } from './file-forms.ts';
export { listNewestFiles, sumStoredFiles } from './file-key-store.ts';
export * as attachmentImport from './import-attachments.ts';
export { keepOrDiscard } from './keep-or-discard.ts';
export { type MoveSummary, moveFiles } from './move-files.ts';
export {
  discardFiles,
  type ReceivedFile,
  receiveFiles,
  receiveForm,
  uploadedBytes,
} from './receive-files.ts';
export { addRoutes } from './routes.ts';
export { assertRoom, insertWithinLimit } from './storage-limit.ts';
export { sweepFiles } from './sweep-files.ts';
