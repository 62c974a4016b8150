import { type RefObject, useRef, useState } from 'react';
import { m } from '../../messages/index.ts';
import { sentenceOf } from '../forms/refusal.ts';
import { applyEdit, replaceText, selectionOf } from './area-edits.ts';

/** Stores a file and gives the markdown for it. `onProgress` takes a share from 0 to 1. */
export type UploadFile = (file: File, onProgress: (share: number) => void) => Promise<string>;

/** Handles pasted and dropped files: a placeholder in the text shows the progress and becomes the link. */
export function useUploads(area: RefObject<HTMLTextAreaElement | null>, upload: UploadFile | undefined) {
  const [failure, setFailure] = useState('');
  const count = useRef(0);

  async function add(file: File) {
    if (!upload || !area.current) return;
    // The number makes two files of the same name different.
    const number = ++count.current;
    const placeholderAt = (share: number) =>
      `![${m.parts.uploading(file.name, Math.round(share * 100), number)}]()`;
    let shown = placeholderAt(0);
    const replace = (text: string) => {
      const at = area.current?.value.indexOf(shown) ?? -1;
      if (at >= 0 && area.current) replaceText(area.current, at, at + shown.length, text);
      shown = text;
    };
    const { text, start, end } = selectionOf(area.current);
    const before = start > 0 && text[start - 1] !== '\n' ? '\n' : '';
    const inserted = `${before}${shown}\n`;
    const caret = start + inserted.length;
    applyEdit(area.current, {
      text: text.slice(0, start) + inserted + text.slice(end),
      start: caret,
      end: caret,
    });
    try {
      replace(await upload(file, (share) => replace(placeholderAt(share))));
    } catch (error) {
      replace('');
      setFailure(m.parts.uploadFailed(file.name, sentenceOf(error)));
    }
  }

  return {
    failure,
    addFiles: async (files: Iterable<File>) => {
      setFailure('');
      // One after the other, so that they stand in the text in their order.
      for (const file of files) await add(file);
    },
  };
}
