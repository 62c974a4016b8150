import { type CSSProperties, useRef } from 'react';
import { readRow } from '../../replica/index.ts';

const shortest = 7;

/** The column of keys is as wide as the longest key that was visible. It grows but never shrinks. */
export function useKeyWidth(ids: readonly (string | undefined)[]): CSSProperties {
  const widest = useRef(shortest);
  for (const id of ids) {
    const length = id === undefined ? 0 : (readRow(id)?.key?.length ?? 0);
    if (length > widest.current) widest.current = length;
  }
  return { '--key-width': `${widest.current}ch` } as CSSProperties;
}
