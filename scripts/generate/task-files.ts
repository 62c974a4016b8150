import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The tasks of CONTRIBUTING.md. Each has an example in the code: the files that name it are those that somebody touches who adds
 * another one. Generated files and tests are not counted.
 */
export const tasks: Record<string, { example: string; named: RegExp }> = {
  route: { example: '`GET /api/project/[id]/gates`', named: /getGates|\/gates['`]/ },
  event: { example: '`review.requested`', named: /review\.requested|reviewRequested/ },
  action: { example: '`webhook_target.added`', named: /webhook_target\.added/ },
  filter: { example: '`createdBefore`', named: /'createdBefore'|createdBefore: '|`createdBefore`/ },
  command: {
    example: '`docket why`',
    named: /docket why|client\/why\.ts|'\.\/why\.ts'/,
  },
  screen: { example: 'the initiatives', named: /initiatives-screen|InitiativesScreen|'\/initiatives'/ },
  message: { example: '“Find the ticket that stays …”', named: /\bfindOriginal\b(?=[:,}])/ },
  table: { example: '`ticket_reopenings`', named: /\bticket_reopenings\b|ticketReopenings/ },
  host: { example: 'Bitbucket', named: /'bitbucket'|bitbucket\.ts|BITBUCKET|bitbucket:/ },
  importer: { example: 'Plane', named: /'plane'|plane: |readPlane|import-plane/ },
};

const sources = [
  'src/**/*.ts',
  'web/**/*.{ts,tsx}',
  'packages/**/*.ts',
  'migrations/*.sql',
  'docs/**/*.md',
  'scripts/**/*.ts',
];
const isLeftOut =
  /(?:^|\/)node_modules\/|^web\/dist\/|\.(?:test|support)\.tsx?$|^docs\/adr\/|^docs\/api\/webhook-events\.md$|^docs\/operations\/reference\.md$|indexed-fields\.ts$|task-files\.ts$|^scripts\/tables\//;
const marks = /(<!-- files: (\w+) -->\n).*?(<!-- \/files -->)/gs;

/** Replaces the lists of files in the text. */
export function replaceTaskFiles(text: string, root: string): string {
  const files = globSync(sources, { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !isLeftOut.test(file))
    .sort();
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
  const missing = new Set(Object.keys(tasks));
  const replaced = text.replace(marks, (_, opening: string, task: string, closing: string) => {
    missing.delete(task);
    return `${opening}${describeTask(task, texts)}\n${closing}`;
  });
  if (missing.size > 0)
    throw new Error(`CONTRIBUTING.md has no <!-- files: … --> for ${[...missing].join(', ')}.`);
  return replaced;
}

function describeTask(task: string, texts: ReadonlyMap<string, string>): string {
  const { example, named } = tasks[task] ?? {};
  if (!example || !named) throw new Error(`scripts/generate/task-files.ts has no example for ${task}.`);
  const found = [...texts].filter(([, text]) => named.test(text)).map(([file]) => file);
  if (found.length < 2)
    throw new Error(`Almost nothing names ${example} any more: choose another example of a ${task}.`);
  return wrap(
    `Files that name ${example}: ${found.length}, without tests and generated ones. ${found.map((file) => `\`${file}\``).join(', ')}.`,
  );
}

function wrap(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) as string;
    if (line !== '' && line.length + word.length >= 140) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}
