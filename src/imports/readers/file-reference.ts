import type { SourceFileReference } from '../source-ticket.ts';

/**
 * A file that the product names by address. An archive beside the export may have it as `<id>/<name>` (the last two parts of
 * the address), as `<key>/<name>`, or as Jira stores it: `<key>/<id>` and, in old versions, `<key>/<id>_<name>`.
 */
export function fileAtAddress(
  key: string | undefined,
  { name, url, id = idIn(url) }: { name: string; url: string; id?: string | undefined },
): SourceFileReference {
  const parts = pathOf(url)
    .split('/')
    .filter((part) => part !== '');
  return {
    name,
    url,
    paths: [
      ...(key !== undefined && id !== undefined ? [`${key}/${id}`, `${key}/${id}_${name}`] : []),
      ...(id === undefined ? [] : [`${id}/${name}`]),
      ...(parts.length > 1 ? [parts.slice(-2).join('/')] : []),
      ...(key === undefined ? [] : [`${key}/${name}`]),
    ],
  };
}

/** A path below the folder or archive that is given beside the file, or an address. */
export const fileAtPath = (key: string | undefined, place: string): SourceFileReference =>
  /^[a-z]+:/i.test(place)
    ? fileAtAddress(key, { name: nameIn(place), url: place })
    : { name: nameIn(place), paths: [place.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '')] };

const nameIn = (place: string) => pathOf(place).split(/[\\/]/).at(-1) || 'file';

/** The number or id before the name: `/secure/attachment/10001/a.png`, `/rest/api/3/attachment/content/10001`. */
function idIn(url: string): string | undefined {
  const match = /\/attachments?\/(?:content\/)?([\w-]+)(?:\/|$)/.exec(pathOf(url));
  return match?.[1];
}

const pathOf = (url: string) => decoded(URL.canParse(url) ? new URL(url).pathname : url);

/** A part of an address as it is written on disk; as it is if it is not encoded. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
