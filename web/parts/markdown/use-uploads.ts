import { useRef, useState } from 'react';
import { m } from '../../messages/index.ts';
import { sentenceOf } from '../forms/refusal.ts';
import { applyEdit, selectionOf } from './model-edits.ts';
import type { TextModel } from './text-model.ts';

/** Stores a file and gives the markdown for it. `onProgress` takes a share from 0 to 1. */
export type UploadFile = (file: File, onProgress: (share: number) => void) => Promise<string>;

interface FailedUpload {
  file: File;
  message: string;
  number: number;
}

/**
 * Handles pasted and dropped files: a placeholder in the text shows the progress and becomes the link. Files that failed
 * are kept to be sent again.
 */
export function useUploads(model: TextModel, upload: UploadFile | undefined) {
  const [failed, setFailed] = useState<readonly FailedUpload[]>([]);
  const count = useRef(0);

  async function add(file: File) {
    if (!upload) return;
    // The number makes two files of the same name different.
    const number = ++count.current;
    const placeholderAt = (share: number) =>
      `![${m.editor.uploading(file.name.replace(/[[\]\\]/g, ' '), Math.round(share * 10) * 10, number)}]()`;
    let shown = placeholderAt(0);
    const replace = (text: string) => {
      const at = model.text.indexOf(shown);
      if (at >= 0 && text !== shown)
        model.edit({ from: at, to: at + shown.length, insert: text }, { isSilent: true });
      shown = text;
    };
    const { text, start, end } = selectionOf(model);
    const before = start > 0 && text[start - 1] !== '\n' ? '\n' : '';
    const inserted = `${before}${shown}\n`;
    const caret = start + inserted.length;
    applyEdit(model, {
      text: text.slice(0, start) + inserted + text.slice(end),
      start: caret,
      end: caret,
    });
    try {
      replace(await upload(file, (share) => replace(placeholderAt(share))));
    } catch (error) {
      replace('');
      const message = m.editor.uploadFailed(file.name, sentenceOf(error));
      setFailed((before) => [...before, { file, message, number }]);
    }
  }

  return {
    failed,
    addFiles: async (files: Iterable<File>) => {
      // One after the other, so that they stand in the text in their order.
      for (const file of files) await add(file);
    },
    sendAgain: (again: FailedUpload) => {
      setFailed((before) => before.filter((one) => one !== again));
      void add(again.file);
    },
    drop: (gone: FailedUpload) => setFailed((before) => before.filter((one) => one !== gone)),
  };
}
