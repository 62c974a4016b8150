import { isId } from '../ids.ts';

/** `ab/<key>`. The last two digits of a key are random, so the 256 folders fill evenly. */
export function nameOfFile(key: string): string {
  if (!isId(key)) throw new Error(`${JSON.stringify(key)} is not the key of a file`);
  return `${key.slice(-2)}/${key}`;
}

/** Files with other names are not Docket's. */
export const isFileName = (name: string) =>
  isId(keyOfFileName(name)) && name === nameOfFile(keyOfFileName(name));

export const keyOfFileName = (name: string) => name.slice(3);
