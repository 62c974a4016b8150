import {
  type CST,
  isAlias,
  isMap,
  isNode,
  LineCounter,
  Parser,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml';
import { FrontMatterReader } from './front-matter-reader.ts';
import { readPolicy } from './read-policy.ts';
import { findTemplateProblems } from './template.ts';
import { type WorkflowPolicy, type WorkflowProblem, workflowLimits } from './workflow-policy.ts';

export interface ParsedWorkflow {
  /** Null if there are problems: no part of a wrong file is used. */
  policy: WorkflowPolicy | null;
  /** In the order of the file. */
  problems: WorkflowProblem[];
}

/** Reads the bytes of a WORKFLOW.md; the first `bytesMax` decide. */
export function parseWorkflowFile(bytes: Uint8Array): ParsedWorkflow {
  try {
    return parseWorkflow(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytesMax)));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return refused(1, 'The file is not in UTF-8', 'text in UTF-8');
  }
}

// A character has at most four bytes: what is longer has too many characters.
export const bytesMax = 4 * (workflowLimits.characters + 1);

/** Reads the text of a WORKFLOW.md: YAML between two lines `---`, then the template. Both parts may be absent. */
export function parseWorkflow(text: string): ParsedWorkflow {
  if (text.length > workflowLimits.characters)
    return refused(1, `The file has ${text.length} characters`, `at most ${workflowLimits.characters}`);
  const lines = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const control = /[^\P{Cc}\n\t]/u.exec(lines);
  if (control)
    return refused(
      lines.slice(0, control.index).split('\n').length,
      `The file contains the control character U+${control[0].charCodeAt(0).toString(16).padStart(4, '0')}`,
      'plain text in UTF-8',
    );
  const parts = splitFile(lines);
  if (!parts) return refused(1, 'The front matter is never closed', 'a line --- after it');
  const { frontMatter, template, templateLine } = parts;
  const problems: WorkflowProblem[] = [];
  const policy = readFrontMatter(frontMatter, template.trim(), problems);
  problems.push(...findTemplateProblems(template, templateLine));
  const listed = problems
    .toSorted((a, b) => a.line - b.line || a.column - b.column)
    .slice(0, workflowLimits.problems);
  return { policy: listed.length === 0 ? policy : null, problems: listed };
}

const refused = (line: number, message: string, instead: string): ParsedWorkflow => ({
  policy: null,
  problems: [{ line, column: 1, message, instead }],
});

function splitFile(text: string) {
  if (!/^---[ \t]*\n/.test(text)) return { frontMatter: '', template: text, templateLine: 1 };
  const start = text.indexOf('\n') + 1;
  const end = /^---[ \t]*$/m.exec(text.slice(start));
  if (!end) return undefined;
  const frontMatter = text.slice(start, start + end.index);
  const after = start + end.index + end[0].length + 1;
  return { frontMatter, template: text.slice(after), templateLine: frontMatter.split('\n').length + 2 };
}

// The front matter begins in the second line of the file.
const linesBefore = 1;

function readFrontMatter(yaml: string, template: string, problems: WorkflowProblem[]): WorkflowPolicy {
  const lineCounter = new LineCounter();
  const placeOf = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: line + linesBefore, column: col };
  };
  const reader = new FrontMatterReader(problems, placeOf);
  if (yaml.length > workflowLimits.frontMatterCharacters)
    reader.add(
      0,
      `The front matter has ${yaml.length} characters`,
      `at most ${workflowLimits.frontMatterCharacters}`,
    );
  // Composing is recursive, so the depth is checked on the tokens before.
  else if (findDepth(new Parser(lineCounter.addNewLine).parse(yaml)) > workflowLimits.depth)
    reader.add(
      0,
      `The front matter is nested more than ${workflowLimits.depth} levels deep`,
      'a flatter structure',
    );
  if (problems.length > 0) return readPolicy(reader, null, template);

  const document = parseDocument(yaml, {
    prettyErrors: false,
    schema: 'core',
    uniqueKeys: true,
    merge: false,
  });
  for (const error of document.errors) reader.add(error.pos[0], ...describeYamlError(error));
  if (document.errors.length === 0)
    visit(document, {
      Node: (_, node) => {
        const at = node.range?.[0] ?? 0;
        if (isAlias(node) || node.anchor !== undefined)
          reader.add(
            at,
            'Anchors (&) and aliases (*) are not allowed',
            'the value itself, or quotes around the text',
          );
        else if (node.tag !== undefined && isNode(node) && !defaultTags.has(node.tag))
          reader.add(at, 'Tags (!) are not allowed', 'the value itself, or quotes around the text');
      },
    });
  const { contents } = document;
  if (contents !== null && !isMap(contents) && problems.length === 0)
    reader.add(0, 'The front matter is not a list of keys with values', 'start:, concurrency:, hooks: …');
  // After an error of YAML the structure is a guess: what it seems to say would only distract.
  return readPolicy(reader, problems.length === 0 && isMap(contents) ? contents : null, template);
}

const defaultTags = new Set(
  ['map', 'seq', 'str', 'int', 'float', 'bool', 'null'].map((name) => `tag:yaml.org,2002:${name}`),
);

function describeYamlError({ code, message }: YAMLError): [message: string, instead: string] {
  if (code === 'DUPLICATE_KEY') return ['The key is there twice', 'one of them'];
  if (code === 'TAB_AS_INDENT') return ['The line is indented with a tab', 'spaces'];
  if (code === 'BAD_ALIAS') return ['Anchors (&) and aliases (*) are not allowed', 'quotes around the text'];
  const [sentence = 'This is not YAML'] = message.split('\n');
  return [
    sentence.slice(0, 200),
    'valid YAML: check the indentation, and put quotes around text with : or #',
  ];
}

/** How deep the values are within each other, found without recursion. */
function findDepth(tokens: Iterable<CST.Token>): number {
  let deepest = 0;
  const waiting: [token: CST.Token, depth: number][] = [...tokens].map((token) => [token, 0]);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [token, depth] = next;
    deepest = Math.max(deepest, depth);
    if (token.type === 'document' && token.value) waiting.push([token.value, depth]);
    if (!('items' in token)) continue;
    for (const { key, value } of token.items as CST.CollectionItem[]) {
      if (key) waiting.push([key, depth + 1]);
      if (value) waiting.push([value, depth + 1]);
    }
  }
  return deepest;
}
