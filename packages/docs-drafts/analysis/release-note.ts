import { cutText } from './cut-text.ts';
import { breakingSection, entryTag } from './rules/note-words.ts';
import type { Source } from './surface-change.ts';

/** One entry that the maintainers wrote into a changelog within the range. */
export interface ReleaseNote {
  /** The heading above it, for example `Bug Fixes`. */
  section: string;
  /** The type of a commit (`fix`), if the entry begins with one. */
  type: string | undefined;
  scope: string | undefined;
  text: string;
  isBreaking: boolean;
  /** True if only its words say that something breaks, and no heading or mark of the maintainers. */
  isInferredBreak?: true;
  /** Numbers of issues and pull requests. */
  numbers: number[];
  securityIds: string[];
  /** True if a tool generated it from a commit. */
  isGenerated?: true;
  source: Source;
}

export const noteLengthMax = 600;
const rawLengthMax = 5_000;

const securityId =
  /\b(CVE-\d{4}-\d{4,})\b|\b(GHSA(?:-[23456789cfghjmpqrvwx]{4}){3})\b|:ghsa:`((?:[23456789cfghjmpqrvwx]{4}-){2}[23456789cfghjmpqrvwx]{4})`/gi;

/** The ids of advisories, in their usual spelling. */
export function findSecurityIds(text: string): string[] {
  const ids = [...text.matchAll(securityId)].map(([, cve, ghsa, bare]) => {
    if (cve !== undefined) return cve.toUpperCase();
    return ghsa === undefined ? `GHSA-${bare?.toLowerCase()}` : `GHSA-${ghsa.slice(5).toLowerCase()}`;
  });
  return [...new Set(ids)].slice(0, 20);
}

/** `*Breaking*: …`, `[breaking] …`, `**Backwards-incompatible**: …` */
const breakingMark =
  /^(?:\*+|_+)?\[?(?:breaking(?: changes?)?|backwards?[- ]incompatible(?: changes?)?)\]?:?(?:\*+|_+)?:?\s+/i;

/** An entry in plain words, with what its raw text says about type, scope, numbers and advisories. */
export function noteOf(section: string, written: string, source: Source): ReleaseNote {
  // The patterns below try each white space of a run, which takes quadratic time.
  const raw = withPlainRoles(written.slice(0, rawLengthMax));
  const numbers = [
    ...raw.matchAll(
      /#(\d{1,9})\b|:(?:pr|pull|issue|gh):`#?([1-9]\d{0,8})[^`]{0,30}`|\/(?:pull|issues)\/(\d{1,9})\b/g,
    ),
  ].map(([, hash, role, path]) => Number(hash ?? role ?? path));
  const [mark = '', tag] = entryTag.pattern.exec(raw.trim()) ?? [];
  const plain = plainText(raw.trim().slice(mark.length));
  const header = /^(?:\*\*)?([a-z]+)(?:\(([^()]{1,60})\))?(!)?:(?:\*\*)?\s*(?=\S)/i.exec(plain);
  const word = header?.[1]?.toLowerCase();
  const type = word !== undefined && isCommitType(word) ? word : undefined;
  const headless = type === undefined ? plain : plain.slice(header?.[0].length);
  const [, bold, rest] = /^\*\*([^*:]{1,60}):?\*\*:?\s*(.*)$/s.exec(headless) ?? [];
  const scope = bold ?? (type === undefined ? undefined : header?.[2]);
  const isMarked =
    breakingMark.test(plain) || /\bBREAKING\b/.test(plain) || type === 'breaking' || header?.[3] === '!';
  const words = (rest ?? headless).replace(breakingMark, '').replace(/\*\*/g, '');
  return {
    section: tag ?? section,
    type,
    scope: scope !== undefined && /breaking/i.test(scope) ? undefined : scope,
    text: cutText(words.replace(/\s+/g, ' ').trim(), noteLengthMax),
    isBreaking: isMarked || breakingSection.test(tag ?? section) || /breaking/i.test(scope ?? ''),
    numbers: [...new Set(numbers)],
    securityIds: findSecurityIds(raw),
    ...(/\/commit\/[0-9a-f]{7,40}\b/.test(raw) && { isGenerated: true as const }),
    source,
  };
}

const isCommitType = (word: string) =>
  /^(?:feat|fix|perf|refactor|docs?|tests?|build|ci|chore|style|revert|sec|security|deps|breaking)$/.test(
    word,
  );

/** ` ([#12](…), #13 by [@ada](…))` */
const pullsAndAuthors =
  /\s*\((?:\[?#\d+\]?(?:\([^)]*\))?,? ?)+by (?:\[?@[\w-]+\]?(?:\([^)]*\))?(?:, | and |, and )?)+\)/g;

/** MyST writes ``{pr}`12` `` where reStructuredText has ``:pr:`12` ``. */
const withPlainRoles = (text: string) => text.replace(/\{((?:[\w+.-]+:)*[\w+.-]+)\}(?=`)/g, ':$1:');

const reference = String.raw`:(?:pr|pull|issue|gh):\`?#?(\d{1,9})\`?`;
const references = `${reference}(?:(?:[\\s,;]|and\\s)*${reference})*`;
/** References in brackets, after a sentence or at the end name their source. Others are part of a sentence. */
const referencesBeside = new RegExp(
  String.raw`\s*\(${references}\)|(?<=[.!?;])\s*${references}[.,;]?(?=\s|$)|(?:\s+in)?\s*${references}(?=[\s.,;]*$)`,
  'g',
);

/** Converts Markdown and reStructuredText to plain words. References to commits and pull requests become numbers. */
const plainText = (raw: string) =>
  withCodeAsWritten(
    raw
      .replace(pullsAndAuthors, '')
      .replace(/\[((?:CVE|GHSA)-[\w-]+)\](?:\([^)]*\)?)?/gi, '$1')
      .replace(/`#?\d+ <[^>]*>`__?/g, '')
      .replace(/`([^`<]+) <[^>]*>`__?/g, '$1')
      .replace(/:ghsa:`([^`]*)`/g, 'GHSA-$1')
      .replace(referencesBeside, '')
      .replace(new RegExp(reference, 'g'), '#$1')
      .replace(/:(?:doc|ref|term|abbr):`~?([^`<]+?)(?: <[^>]*>)?`/g, '$1')
      .replace(/:(?:[\w+.-]+:)+`[~!]?([^`<]+?)(?: <[^>]*>)?`/g, '`$1`')
      .replace(/``([^`]+)``/g, '`$1`'),
    withoutMarkup,
  );

/** Replaces code by placeholders that no pattern matches while `change` runs. Commit ids are not code. */
function withCodeAsWritten(text: string, change: (text: string) => string): string {
  const spans: string[] = [];
  const hidden = text
    .replace(/[\ue000\ue001]/g, '')
    .replace(/`[^`]+`/g, (span) =>
      /^`#?[0-9a-f]+`$/.test(span) ? span : `\ue000${spans.push(span) - 1}\ue001`,
    );
  return change(hidden).replace(/\ue000(\d+)\ue001/g, (_, index) => spans[Number(index)] as string);
}

const withoutMarkup = (text: string) =>
  text
    .replace(/\(?\[#?\d+\](?:\([^)]*\))?\)?/g, '')
    .replace(/\(?\[`?[0-9a-f]{7,40}`?\](?:\([^)]*\))?\)?/g, '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/(?:\s+in)?\s*\(?https?:\/\/\S+\/(?:pull|issues|merge_requests)\/\d+\/?\)?(?=\s|$)/g, '')
    .replace(/\s*\((?:closes |fixes |refs? )?(?:#\d+(?:, )?)+\)/gi, '')
    .replace(/^(?:\p{Extended_Pictographic}\ufe0f?\s*)+/u, '')
    .replace(/\s*\bPR\s+(?:#\d+\s+)?by @[\w-]+(?:,? (?:and )?@[\w-]+)*\.?/g, '')
    .replace(/[\s,]+by @[\w-]+(?:(?:,| and|, and) @[\w-]+)*(?: in (?:#\d+|https?:\S+))?$/, '')
    .replace(/^[0-9a-f]{7,40}:\s+/, '')
    .replace(/(?<![\p{L}\p{N}_$])_(?!_)([^_]{1,80})(?<!\s)_(?![\p{L}\p{N}_])/gu, '$1')
    .replace(/(?:^|\s+)\([\s,;]*\)(?=[\s.,;]|$)/g, '')
    .replace(/(?:\s+\(\s*\)|\s+\(|\(\[)+\s*$/g, '')
    .replace(/(?:\s*,\s*(?:closes|fixes|resolves|refs?)|\s+in)[\s,.]*$/i, '')
    .replace(/\s+/g, ' ')
    .trim();
