export { AttachButton } from './attach-button.tsx';
export { attachToText } from './attach-to-text.ts';
export { AttachmentList } from './attachment-list.tsx';
export { attachmentQueries } from './attachment-queries.ts';
export { FileDrop } from './file-drop.tsx';
export { formatSize } from './file-size.ts';
