/** One range of releases of a public repository, written down as facts. README.md describes the file format. */
export interface CorpusRange {
  repo: string;
  language: string;
  base: string;
  head: string;
  /** Oldest first. */
  commits: CorpusCommit[];
  labels: CorpusLabel[];
  /** Content before and after by path; undefined where the file does not exist. */
  files: Map<string, { before: string | undefined; after: string | undefined }>;
}

export interface CorpusCommit {
  /** Whether it belongs in a changelog; `breaks` also says that its message announces a breaking change. */
  verdict: 'news' | 'breaks' | 'quiet' | 'either';
  isMerge: boolean;
  /** Of a merge: how many of the commits before it were made on the branch that it merges. */
  mergedCommits: number;
  message: string;
  paths: string[];
  /** The same news as the changelog of the range words it. */
  phrases: string[];
}

export const labelKinds = ['breaks', 'may', 'safe', 'arguable', 'adds', 'news', 'security', 'never'] as const;

export interface CorpusLabel {
  kind: (typeof labelKinds)[number];
  /** For `breaks`: whether the declarations show it, the maintainers say it, or both. */
  shownBy: 'source' | 'official' | 'both' | undefined;
  /** Names or phrases; one match is enough. */
  alternatives: string[];
  reason: string;
}

const verdicts: Record<string, CorpusCommit['verdict']> = {
  '+': 'news',
  '!': 'breaks',
  '-': 'quiet',
  '~': 'either',
};

/** Reads the text of a range; throws with the line number if it is malformed. */
export function readRange(text: string): CorpusRange {
  const range: CorpusRange = {
    repo: '',
    language: '',
    base: '',
    head: '',
    commits: [],
    labels: [],
    files: new Map(),
  };
  let section = 'range';
  for (const [index, line] of text.split('\n').entries()) {
    try {
      const heading = /^@@ (.+)$/.exec(line)?.[1];
      if (heading === undefined) readLine(range, section, line);
      else section = openSection(range, heading);
    } catch (error) {
      throw new Error(`line ${index + 1}: ${(error as Error).message}`);
    }
  }
  for (const field of ['repo', 'language', 'base', 'head'] as const)
    if (range[field] === '') throw new Error(`the field ${field} is missing`);
  return range;
}

function openSection(range: CorpusRange, heading: string): string {
  if (!heading.startsWith('file ')) return heading;
  const path = heading.slice('file '.length).trim();
  if (range.files.has(path)) throw new Error(`${path} occurs twice`);
  range.files.set(path, { before: undefined, after: undefined });
  return heading;
}

function readLine(range: CorpusRange, section: string, line: string): void {
  if (section.startsWith('file ')) readFileLine(range, section.slice('file '.length).trim(), line);
  else if (line.trim() === '') return;
  else if (section === 'range') readField(range, line);
  else if (section === 'commits') readCommitLine(range, line);
  else if (section === 'labels') range.labels.push(readLabel(line));
  else throw new Error(`unknown section ${section}`);
}

function readField(range: CorpusRange, line: string): void {
  const [, name = '', value = ''] = /^(repo|language|base|head) (\S.*)$/.exec(line) ?? [];
  if (name === '') throw new Error('expected repo, language, base or head');
  range[name as 'repo' | 'language' | 'base' | 'head'] = value.trim();
}

/** A file is written as one diff that shows all its lines. */
function readFileLine({ files }: CorpusRange, path: string, line: string): void {
  if (line === '') return;
  const file = files.get(path) as { before: string | undefined; after: string | undefined };
  const [mark, text] = [line.charAt(0), `${line.slice(1)}\n`];
  if (!' -+'.includes(mark)) throw new Error('a line of a file starts with a space, - or +');
  if (mark !== '+') file.before = (file.before ?? '') + text;
  if (mark !== '-') file.after = (file.after ?? '') + text;
}

function readCommitLine({ commits }: CorpusRange, line: string): void {
  if (line.startsWith('  ')) {
    const commit = commits.at(-1);
    if (!commit) throw new Error('a continued line without a commit');
    const phrase = /^ {2}= (.+)$/.exec(line)?.[1];
    if (phrase) commit.phrases.push(phrase);
    else commit.message += `${commit.message.includes('\n') ? '' : '\n'}\n${line.slice(2)}`;
    return;
  }
  const [, mark = '', merge, subject = '', paths = ''] =
    /^([+!~-])(m\d*)? (.+?)(?: \[([^\]]*)\])?$/.exec(line) ?? [];
  const verdict = verdicts[mark];
  if (!verdict) throw new Error('a commit starts with +, !, - or ~');
  commits.push({
    verdict,
    isMerge: merge !== undefined,
    mergedCommits: Number(merge?.slice(1) || 0),
    message: subject,
    paths: paths.split(' ').filter(Boolean),
    phrases: [],
  });
}

function readLabel(line: string): CorpusLabel {
  const [, kind = '', shownBy, names = '', reason = ''] =
    /^(\w+)(?: (source|official|both))? (.+?)(?: -- (.+))?$/.exec(line) ?? [];
  if (!labelKinds.includes(kind as CorpusLabel['kind'])) throw new Error(`unknown label ${kind}`);
  if ((kind === 'breaks') !== (shownBy !== undefined))
    throw new Error('a breaks label, and no other, says source, official or both');
  return {
    kind: kind as CorpusLabel['kind'],
    shownBy: shownBy as CorpusLabel['shownBy'],
    alternatives: names.split(' | ').map((name) => name.trim()),
    reason,
  };
}
