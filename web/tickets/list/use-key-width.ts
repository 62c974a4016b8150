import { type CSSProperties, useRef } from 'react';
import { readRow } from '../../replica/index.ts';

const shortest = 7;

/** The width of a key in digits: a capital letter is wider than a digit. */
const widthOf = (key: string) => key.length + 0.35 * (key.match(/[A-Z]/g)?.length ?? 0);

/** The column of keys is as wide as the widest key that was visible. It grows but never shrinks. */
export function useKeyWidth(ids: readonly (string | undefined)[]): CSSProperties {
  const widest = useRef(shortest);
  for (const id of ids) {
    const width = id === undefined ? 0 : widthOf(readRow(id)?.key ?? '');
    if (width > widest.current) widest.current = width;
  }
  return { '--key-width': `${widest.current}ch` } as CSSProperties;
}
