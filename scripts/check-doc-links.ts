import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { report, type Violation } from './violation.ts';

const ignored = ['**/node_modules/**', '**/fixtures/**', 'data/**', 'web/dist/**'];

/** [text](target), ![alt](target "title"), [label]: target, href="target" and src="target" */
const link = /\]\(\s*<?([^\s)>]+)|^\s*\[[^\]]+\]:\s+<?([^\s>]+)|\b(?:href|src)="([^"]+)"/gm;
const isExternal = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Where ops/systemd installs a release. */
const installed = 'file:///opt/docket';

/** `tickets/ticket-store.ts` in backticks: the end of a path of this repository. */
const sourceFile = /`((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:ts|tsx|css|cjs|sql))`/g;
const isExampleName = /NNNN/;

/** Finds links in Markdown files, and of alerts, to files or headings that do not exist. */
export function findBrokenLinks(root: string): Violation[] {
  const files = globSync(['**/*.md', 'ops/**/*.yml'], { cwd: root, exclude: ignored }).sort();
  return files.flatMap((file) =>
    linksIn(path.join(root, file)).flatMap((target) => {
      const reason = isExternal.test(target) ? undefined : whyBroken(root, file, target);
      return reason ? [{ rule: 'links', location: file, problem: `links to ${target}, but ${reason}` }] : [];
    }),
  );
}

/** Finds source files that a Markdown file names in backticks, but that do not exist. */
export function findMissingSources(root: string): Violation[] {
  const paths = globSync('**/*.{ts,tsx,css,cjs,sql}', { cwd: root, exclude: ignored }).map(
    (file) => `/${file}`,
  );
  return globSync('**/*.md', { cwd: root, exclude: [...ignored, 'CHANGELOG.md', 'docs/examples/**'] })
    .sort()
    .flatMap((file) =>
      [...withoutFences(readFileSync(path.join(root, file), 'utf8')).matchAll(sourceFile)]
        .map(([, name = '']) => name)
        .filter((name) => !isExampleName.test(name) && !paths.some((known) => known.endsWith(`/${name}`)))
        .map((name) => ({
          rule: 'links',
          location: file,
          problem: `names ${name}, but there is no such file`,
        })),
    );
}

function linksIn(file: string): string[] {
  if (file.endsWith('.yml')) return runbookLinks(readFileSync(file, 'utf8'));
  const text = withoutFences(readFileSync(file, 'utf8')).replace(/`[^`\n]*`/g, '');
  return [...text.matchAll(link)].map((match) => (match[1] ?? match[2] ?? match[3]) as string);
}

/** As paths from the root. */
export const runbookLinks = (alerts: string) =>
  [...alerts.matchAll(/^ *runbook_url: (\S+)$/gm)].map(([, url = '']) => url.replace(installed, ''));

function whyBroken(root: string, file: string, target: string): string | undefined {
  const [address = '', anchor] = decodeURI(target).split('#', 2);
  const start = address.startsWith('/') ? root : path.dirname(path.join(root, file));
  const found = address === '' ? path.join(root, file) : path.join(start, address.replace(/\?.*$/, ''));
  if (!existsSync(found)) return 'there is no such file';
  if (!anchor || !found.endsWith('.md') || !statSync(found).isFile()) return undefined;
  return anchorsOf(found).has(anchor) ? undefined : 'there is no such heading';
}

/** The anchors that code hosts give to headings: "Who may import whom?" is #who-may-import-whom, a second one …-1. */
export function anchorsOf(file: string): Set<string> {
  const text = withoutFences(readFileSync(file, 'utf8'));
  const anchors = new Set(
    [...text.matchAll(/<[^>]+\b(?:id|name)="([^"]+)"/g)].map((match) => match[1] as string),
  );
  for (const [, heading] of text.matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const slug = slugOf(heading as string);
    let anchor = slug;
    for (let twin = 1; anchors.has(anchor); twin++) anchor = `${slug}-${twin}`;
    anchors.add(anchor);
  }
  return anchors;
}

function slugOf(heading: string): string {
  return heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

const withoutFences = (text: string) => text.replace(/^( *)(```+|~~~+)[\s\S]*?^\1\2[`~]*$/gm, '');

if (import.meta.main) report([...findBrokenLinks('.'), ...findMissingSources('.')]);
