import { LateModule } from '../late-module.ts';
import { SharedValue } from '../shared-value.ts';

const key = 'docket.plainText';

const plain = new SharedValue(globalThis.localStorage?.getItem(key) === '1');

/** Whether texts are written as Markdown source, in a text area, on this device. */
export const usePlainText = plain.use;

export function setPlainText(isPlain: boolean): void {
  if (isPlain) localStorage.setItem(key, '1');
  else localStorage.removeItem(key);
  plain.set(isPlain);
}

const rich = new LateModule(() => import('./rich/rich-field.tsx'));

/** The rich editor once it is loaded; until then a text area is shown. */
export const useRichEditor = (wanted: boolean) => rich.use(wanted);
