import { cutText } from './cut-text.ts';
import { readGitmoji } from './gitmoji.ts';

/** The parts of a commit message, with or without the conventional format. */
export interface ParsedCommitMessage {
  /** `feat`, `fix` …; undefined for a message in another format. */
  type: string | undefined;
  scope: string | undefined;
  /** The subject without type, scope and trailing references. */
  subject: string;
  isBreaking: boolean;
  /** The texts of the `BREAKING CHANGE` footers. */
  breakingNotes: string[];
  issues: number[];
  pulls: number[];
  /** Issues that the commit closes: `Fixes #12`. */
  closes: number[];
  /** Ticket keys in capitals: `ABC-12`. */
  ticketKeys: string[];
  /** Ids of the commits that it reverts. */
  reverts: string[];
  /** `CVE-2024-1234` and `GHSA-…` ids that it names. */
  advisories: string[];
}

const header = /^(?<type>[A-Za-z][\w-]*)(?:\((?<scope>[^()\r\n]*)\))?(?<mark>!)?:\s+(?<subject>.+)$/;
/** Known types are accepted with a missing or an extra space. */
const lenientHeader =
  /^(?<type>feat|fix|docs|perf|refactor|style|test|build|ci|chore|revert) ?(?:\((?<scope>[^()\r\n]*)\))?(?<mark>!)? ?:\s*(?<subject>.+)$/i;
/** Matches `net/http: …`, `go.mod: …`, `cli, docs: …`: the parts of the repository that it concerns. */
const placeHeader = /^(?<scope>[\w-]+(?:[./,*] ?[\w*-]+)+): +(?<subject>\S.*)$/;
/** `[fix] …`, `[ci] …`, `*fixed* …` */
const bracketTypes =
  'feat feature added new fix fixed bugfix bug hotfix improved? changed removed deprecated perf security docs? tests? ci ' +
  'build dist pkg chore refactor style lint release deps revert';
const bracketHeader = new RegExp(
  String.raw`^[[*](?<type>${bracketTypes.replaceAll(' ', '|')})[\]*]:?\s+(?<subject>\S.*)$`,
  'i',
);
/** Names that stand for another type. */
const otherNames: Record<string, string> = {
  ...{
    bug: 'fix',
    fixed: 'fix',
    added: 'feat',
    new: 'feat',
    improve: 'improvement',
    improved: 'improvement',
  },
  ...{ changed: 'change', dist: 'release', pkg: 'build', dep: 'deps' },
};
const footer = /^(?:BREAKING[ -]CHANGE|[A-Za-z][\w-]*)(?:: | #)/;
const breaking = /^BREAKING[ -]CHANGE(?:: | #)/;
/** `show the file count [BC break]` */
const breakingMark =
  /[[(](?:BC[- ]break(?:s|ing)?|breaking(?:[- ]changes?)?|backwards?[- ]incompatib\w+)[\])]/i;
const ticketKey = /(?<![\w/-])([A-Za-z][A-Za-z0-9_]{0,30}-[1-9]\d{0,8})(?![\w-])/g;
// Terms that look like ticket keys.
const notTicketKey = /^(?:UTF|SHA|ISO|RFC|CVE|HTTP|X|AES|MD|ES|UCS|IEEE|BREAKING|COVID|GPT|LLAMA)-/i;
const advisory = /(?<![\w-])(?:CVE-\d{4}-\d{4,9}|GHSA(?:-[0-9a-z]{4}){3})(?![\w-])/gi;
const referencesMax = 50;
const subjectMax = 300;
const scopeMax = 60;
const noteMax = 2_000;

export function parseCommitMessage(message: string): ParsedCommitMessage {
  const lines = message.replace(/\r\n?/g, '\n').trim().split('\n');
  const merged = readMerge(lines);
  const first = merged?.title ?? lines[0] ?? '';
  const groups = readHeader(first.trim());
  const footers = readFooters(lines.slice(1));
  const breakingNotes = footers
    .filter((text) => breaking.test(text))
    .map((text) => tidy(text.replace(breaking, ''), noteMax))
    .slice(0, referencesMax);
  const subject = groups?.subject ?? first;
  const pulls = [...(merged ? [merged.pull] : []), ...numbers(first, /\((?:#|!)(\d{1,9})\)/g)];
  return {
    type: groups?.type,
    scope: tidy(groups?.scope ?? '', scopeMax) || undefined,
    subject: tidySubject(subject),
    isBreaking: groups?.mark === '!' || breakingNotes.length > 0 || breakingMark.test(first),
    breakingNotes,
    pulls: unique(pulls),
    issues: unique(numbers(message, /(?<![\w&/])#(\d{1,9})\b/g)).filter((number) => !pulls.includes(number)),
    closes: unique(numbers(message, /\b(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?):? #(\d{1,9})\b/gi)),
    ticketKeys: extractTicketKeys(message),
    reverts: [...message.matchAll(/\bThis reverts commit ([0-9a-f]{7,64})\b/g)]
      .map(([, sha]) => sha as string)
      .slice(0, referencesMax),
    advisories: extractAdvisories(withoutQuotedNotes(message)),
  };
}

interface Header {
  type?: string | undefined;
  scope?: string | undefined;
  mark?: string | undefined;
  subject: string;
}

function readHeader(line: string): Header | undefined {
  const groups = [header, lenientHeader, bracketHeader, placeHeader]
    .map((shape) => shape.exec(line)?.groups)
    .find((found) => found !== undefined);
  if (!groups) {
    const emoji = readGitmoji(line);
    const inner = emoji && readHeader(emoji.subject);
    return emoji && { ...emoji, ...inner, mark: emoji.mark ?? inner?.mark };
  }
  const { scope, mark, subject = '' } = groups;
  const type = groups.type?.toLowerCase();
  return { type: type && (otherNames[type] ?? type), scope, mark, subject };
}

export const extractTicketKeys = (text: string): string[] =>
  unique([...text.matchAll(ticketKey)].map(([, key]) => key as string))
    .filter((key) => !notTicketKey.test(key) && key === key.toUpperCase())
    .slice(0, referencesMax);

const extractAdvisories = (text: string): string[] =>
  unique(
    [...text.matchAll(advisory)].map(([id]) =>
      /^CVE/i.test(id) ? id.toUpperCase() : `GHSA${id.slice('GHSA'.length).toLowerCase()}`,
    ),
  ).slice(0, referencesMax);

/** `<summary>owner/name (package)</summary>`, above the release notes of a package. */
const quotedPackage = /<summary>[^<>()]{1,200}\([^<>()]{1,200}\)<\/summary>/g;

/** Removes the release notes that a bot quotes for each updated package, including packages that only developers use. */
const withoutQuotedNotes = (message: string) =>
  (message.match(quotedPackage)?.length ?? 0) > 1 ? message.slice(0, message.indexOf('<details')) : message;

/** The number and title of a merged pull request, in the messages of GitHub, Gitea, GitLab, Bitbucket and Azure. */
function readMerge(lines: string[]): { pull: number; title: string } | undefined {
  const [first = '', ...others] = lines;
  const below = others.find((line) => line.trim() !== '');
  const [, github] = /^Merge pull request #(\d{1,9}) /.exec(first) ?? [];
  const [, quoted, gitea] = /^Merge pull request ['"](.+)['"] \(#(\d{1,9})\)/.exec(first) ?? [];
  const [, bitbucket] = /^Merged? in .+ \(pull request #(\d{1,9})\)/.exec(first) ?? [];
  const [, azure, named] = /^Merged PR (\d{1,9}): (.+)$/.exec(first) ?? [];
  const gitlab = /^Merge branch /.test(first)
    ? others.map((line) => /^See merge request (?:\S*)!(\d{1,9})$/.exec(line.trim())?.[1]).find(Boolean)
    : undefined;
  const pull = github ?? gitea ?? bitbucket ?? azure ?? gitlab;
  return pull === undefined ? undefined : { pull: Number(pull), title: quoted ?? named ?? below ?? first };
}

/** Reads the footers, which start after a blank line and may span several lines; `BREAKING CHANGE` counts on any line. */
function readFooters(lines: string[]): string[] {
  const footers: string[] = [];
  let isOpen = false;
  let isAfterBlank = true;
  for (const line of lines) {
    if (footer.test(line) && (isAfterBlank || isOpen || breaking.test(line))) {
      footers.push(line);
      isOpen = true;
    } else if (isOpen && line.trim() !== '') footers.push(`${footers.pop()} ${line.trim()}`);
    else if (line.trim() === '') isOpen = false;
    isAfterBlank = line.trim() === '';
  }
  return footers;
}

const tidySubject = (text: string) =>
  tidy(text.replace(/\s+/g, ' ').replace(/ ?\((?:#|!)\d{1,9}\)/g, ''), subjectMax);

const tidy = (text: string, lengthMax: number) => cutText(text.replace(/\s+/g, ' ').trim(), lengthMax);

const numbers = (text: string, shape: RegExp) =>
  [...text.matchAll(shape)]
    .map(([, digits]) => Number(digits))
    .filter((number) => number > 0)
    .slice(0, referencesMax);

const unique = <T>(list: T[]): T[] => [...new Set(list)];
