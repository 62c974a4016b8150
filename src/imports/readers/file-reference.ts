import type { SourceFileReference } from '../source-ticket.ts';

/**
 * A file that the product names by URL. An archive uploaded with the export may have it as `<id>/<name>` (the last two
 * parts of the URL), as `<key>/<name>`, or as Jira stores it: `<key>/<id>` and, in old versions, `<key>/<id>_<name>`.
 */
export function fileAtAddress(
  key: string | undefined,
  { name, url, id = idIn(url) }: { name: string; url: string; id?: string | undefined },
): SourceFileReference {
  const parts = decodedPath(url)
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

/** A file named by a URL, or by a path below the folder or archive uploaded with the export. */
export const fileAtPath = (key: string | undefined, place: string): SourceFileReference =>
  /^[a-z]+:/i.test(place)
    ? fileAtAddress(key, { name: nameIn(place), url: place })
    : { name: nameIn(place), paths: [place.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '')] };

const nameIn = (place: string) => decodedPath(place).split(/[\\/]/).at(-1) || 'file';

/** The number or id before the file name: `/secure/attachment/10001/a.png`, `/rest/api/3/attachment/content/10001`. */
function idIn(url: string): string | undefined {
  const match = /\/attachments?\/(?:content\/)?([\w-]+)(?:\/|$)/.exec(decodedPath(url));
  return match?.[1];
}

const decodedPath = (url: string) => decoded(URL.canParse(url) ? new URL(url).pathname : url);

/** Percent-decodes a part of a URL, as it is written on disk. Returns invalid encoding unchanged. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
