import type { Submission } from './channel.ts';
import { cleanSubmission, parseAddress } from './clean-text.ts';

/** A part of a message in the format of RFC 5322 and MIME. One character of `body` is one byte. */
interface Part {
  headers: Map<string, string>;
  body: string;
}

const depthMax = 10;
const partsMax = 200;

/** Reads the sender, subject and text of a mail. Attachments are named but not kept. */
export function readMail(message: string): Submission {
  const part = parsePart(Buffer.from(message).toString('latin1'));
  const found: { text?: string; html?: string; files: string[] } = { files: [] };
  collectTexts(part, found, 0, { parts: 0 });
  const from = decodeWords(part.headers.get('from') ?? '');
  const files = found.files.length > 0 ? `\n\nAttachments that were not kept: ${found.files.join(', ')}` : '';
  return cleanSubmission({
    title: decodeWords(part.headers.get('subject') ?? ''),
    text: `${found.text ?? htmlToText(found.html ?? '')}${files}`,
    email: parseAddress(from) ?? undefined,
    name: from.replace(/<[^<>]*>\s*$/, '').replace(/^\s*"|"\s*$/g, ''),
  });
}

function parsePart(source: string): Part {
  const end = /\r?\n\r?\n/.exec(source);
  const head = end ? source.slice(0, end.index) : source;
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    // The first of several headers counts: what follows may be forged by a relay.
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return { headers, body: end ? source.slice(end.index + end[0].length) : '' };
}

function collectTexts(
  part: Part,
  found: { text?: string; html?: string; files: string[] },
  depth: number,
  count: { parts: number },
): void {
  if (depth > depthMax || ++count.parts > partsMax) return;
  const type = part.headers.get('content-type') ?? 'text/plain';
  const boundary = parameter(type, 'boundary');
  if (/^multipart\//i.test(type) && boundary) {
    for (const inner of splitParts(part.body, boundary))
      collectTexts(parsePart(inner), found, depth + 1, count);
    return;
  }
  const disposition = part.headers.get('content-disposition') ?? '';
  const file = parameter(disposition, 'filename') ?? parameter(type, 'name');
  if (/^attachment/i.test(disposition) || !/^text\/(plain|html)/i.test(type)) {
    if (file && found.files.length < 20) found.files.push(decodeWords(file));
    return;
  }
  const kind = /^text\/html/i.test(type) ? 'html' : 'text';
  found[kind] ??= decodeBody(part, parameter(type, 'charset'));
}

function splitParts(body: string, boundary: string): string[] {
  const parts = `\n${body}`.split(`\n--${boundary}`).slice(1);
  const last = parts.findIndex((part) => part.startsWith('--'));
  return (last < 0 ? parts : parts.slice(0, last)).map((part) => part.replace(/^[^\n]*\n/, ''));
}

function parameter(header: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header);
  return match?.[1] ?? match?.[2];
}

function decodeBody({ headers, body }: Part, charset: string | undefined): string {
  const encoding = headers.get('content-transfer-encoding')?.trim().toLowerCase();
  if (encoding === 'base64') return decodeBytes(Buffer.from(body, 'base64'), charset);
  if (encoding === 'quoted-printable') return decodeBytes(decodeQuoted(body.replace(/=\r?\n/g, '')), charset);
  return decodeBytes(Buffer.from(body, 'latin1'), charset);
}

const decodeQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

function decodeBytes(bytes: Buffer, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // An unknown name of a character set.
    return new TextDecoder().decode(bytes);
  }
}

/** Decodes `=?utf-8?q?Gr=C3=BC=C3=9Fe?=` (RFC 2047). */
function decodeWords(text: string): string {
  const joined = text.replace(/(\?=)\s+(=\?)/g, '$1$2');
  const decoded = joined.replace(
    /=\?([\w.-]+)(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=/gi,
    (_, charset: string, encoding: string, word: string) =>
      decodeBytes(
        encoding.toLowerCase() === 'b'
          ? Buffer.from(word, 'base64')
          : decodeQuoted(word.replaceAll('_', ' ')),
        charset,
      ),
  );
  // A header without encoded words may have bytes of UTF-8.
  return decoded === text ? Buffer.from(text, 'latin1').toString() : decoded;
}

/** The words of HTML, for mails without a plain text. The result is text, never markup. */
function htmlToText(html: string): string {
  return removeTags(html)
    .replace(/&(lt|gt|amp|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n');
}

/**
 * Each search starts where the one before ended, and one that finds nothing ends the loop: strangers send the HTML, and
 * a regular expression such as `<[^>]*>` searches to the end again from each `<`, which takes hours for 1 MB of them.
 */
function removeTags(html: string): string {
  const words: string[] = [];
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<', at);
    words.push(html.slice(at, start < 0 ? html.length : start));
    if (start < 0) break;
    const tag = /[a-z0-9]*/iy;
    tag.lastIndex = html[start + 1] === '/' ? start + 2 : start + 1;
    const name = (tag.exec(html)?.[0] ?? '').toLowerCase();
    const isMarkup = /[a-z/!?]/i.test(html[start + 1] ?? '');
    const end = isMarkup ? findEnd(html, start, name) : start;
    if (end === undefined) break;
    if (!isMarkup) words.push('<');
    if (name === 'br' || (html[start + 1] === '/' && blocks.has(name))) words.push('\n');
    at = end + 1;
  }
  return words.join('');
}

/** The index of the last character of a comment, a tag, or an element without words; undefined if it has no end. */
function findEnd(html: string, start: number, name: string): number | undefined {
  if (html.startsWith('<!--', start)) return indexFrom(html, '-->', start + 2, 2);
  const closing = html[start + 1] === '/' ? undefined : wordless[name];
  if (!closing) return indexFrom(html, '>', start, 0);
  closing.lastIndex = start;
  const found = closing.exec(html);
  return found ? indexFrom(html, '>', found.index, 0) : undefined;
}

function indexFrom(html: string, searched: string, from: number, more: number): number | undefined {
  const index = html.indexOf(searched, from);
  return index < 0 ? undefined : index + more;
}

const blocks = new Set(['p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
/** Elements whose content is no text of the mail, with the start of the tag that closes them. */
const wordless: Record<string, RegExp | undefined> = Object.assign(Object.create(null), {
  script: /<\/script(?=[\s/>])/gi,
  style: /<\/style(?=[\s/>])/gi,
  title: /<\/title(?=[\s/>])/gi,
});

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ', '#39': "'" };
