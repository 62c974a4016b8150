export { useSharedText } from './use-shared-text.ts';
export { useWriting } from './use-writing.ts';
export { WhoIsHere, WritingNote } from './who.tsx';
