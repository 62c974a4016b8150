import { lineSeparators, quoteLines } from '../platform/quote-lines.ts';
import { suggestName } from '../platform/suggest-name.ts';
import { type WorkflowProblem, workflowLimits } from './workflow-policy.ts';

/**
 * The prompt template of WORKFLOW.md: Markdown with `{{ field }}`, `{% if field %} … {% else %} … {% endif %}` and
 * `{% raw %} … {% endraw %}`, a subset of Liquid. There is no code, no filter and no loop. A field that does not exist is a
 * problem of the file, never an empty text in a prompt.
 */

/** Whether others than those who gave the task can write the field: its text is rendered as data. */
const fields = {
  'task.id': false,
  'task.kind': false,
  'task.title': true,
  'task.instructions': false,
  'task.attempt': false,
  'task.follows': false,
  'task.branch': true,
  'ticket.id': false,
  'ticket.key': false,
  'ticket.title': true,
  'ticket.description': true,
  'ticket.status': false,
  'ticket.priority': false,
  'ticket.type': false,
  'ticket.labels': true,
  'ticket.checklist': true,
  'project.key': false,
  'project.name': true,
} as const;

export type TemplateField = keyof typeof fields;
/** An absent or empty field is rendered as nothing; `{% if %}` tells it from others. */
export type TemplateFields = { [Name in TemplateField]?: string | undefined };
const templateFieldNames = Object.keys(fields) as TemplateField[];

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'field'; name: TemplateField; isAlone: boolean }
  | { kind: 'if'; name: TemplateField; filled: Part[]; empty: Part[] };

/** Renders a template without problems; the text of others becomes quoted lines, or inline code within a line. */
export function renderTemplate(template: string, values: TemplateFields): string {
  const { parts } = parseTemplate(template, 1);
  return renderParts(parts, values).trim();
}

export const findTemplateProblems = (template: string, firstLine: number): WorkflowProblem[] =>
  parseTemplate(template, firstLine).problems;

function renderParts(parts: readonly Part[], values: TemplateFields): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      const value = (values[part.name] ?? '').trim();
      if (part.kind === 'if') return renderParts(value === '' ? part.empty : part.filled, values);
      if (!fields[part.name] || value === '') return value;
      return part.isAlone ? quoteLines(value) : inlineCode(value);
    })
    .join('');
}

const inlineCode = (text: string) => `\`${text.replace(lineSeparators, ' ').replaceAll('`', "'")}\``;

const tagStarts = /\{[{%]/g;
const depthMax = 10;

interface Open {
  /** Where the `{% if %}` is, for the problem that it is never closed. */
  at: number;
  part: Extract<Part, { kind: 'if' }>;
  target: Part[];
  hasElse: boolean;
}

function parseTemplate(template: string, firstLine: number) {
  const root: Part[] = [];
  const problems: WorkflowProblem[] = [];
  const open: Open[] = [];
  const problem = (at: number, message: string, instead: string) =>
    problems.push({ ...placeOf(template, at, firstLine), message, instead });
  const add = (part: Part) => (open.at(-1)?.target ?? root).push(part);
  const addText = (text: string) => {
    if (text !== '') add({ kind: 'text', text });
  };
  const findField = (at: number, name: string): TemplateField | undefined => {
    if (Object.hasOwn(fields, name)) return name as TemplateField;
    const near = suggestName(name, templateFieldNames);
    problem(
      at,
      name === '' ? 'The field has no name' : `There is no field ${JSON.stringify(name.slice(0, 80))}`,
      near === undefined ? `One of ${templateFieldNames.join(', ')}` : near,
    );
    return undefined;
  };

  let position = 0;
  tagStarts.lastIndex = 0;
  for (let match = tagStarts.exec(template); match; match = tagStarts.exec(template)) {
    const at = match.index;
    const [begin] = match;
    const end = begin === '{{' ? '}}' : '%}';
    const closed = template.indexOf(end, at + 2);
    if (closed < 0) {
      problem(
        at,
        `${begin} is never closed`,
        `${begin} … ${end}, or {% raw %}${begin}{% endraw %} for the characters`,
      );
      break;
    }
    if (problems.length > workflowLimits.problems) break;
    const content = template.slice(at + 2, closed).trim();
    addText(template.slice(position, at));
    position = closed + 2;
    tagStarts.lastIndex = position;
    if (begin === '{{') {
      const name = findField(at, content);
      if (name) add({ kind: 'field', name, isAlone: isAloneOnLine(template, at, position) });
      continue;
    }
    const [word = '', ...rest] = content.split(/\s+/);
    const last = open.at(-1);
    if (word === 'raw' && rest.length === 0) {
      const end = /\{%\s*endraw\s*%\}/g;
      end.lastIndex = position;
      const found = end.exec(template);
      if (!found) problem(at, '{% raw %} is never closed', '{% endraw %} after the text');
      addText(template.slice(position, found?.index));
      position = found ? found.index + found[0].length : template.length;
      tagStarts.lastIndex = position;
    } else if (word === 'if' && open.length === depthMax) {
      problem(at, `More than ${depthMax} {% if %} are within each other`, 'a template with fewer of them');
      return { parts: root, problems };
    } else if (word === 'if') {
      const name = findField(at, rest.join(' '));
      const part: Open['part'] = { kind: 'if', name: name ?? 'task.id', filled: [], empty: [] };
      add(part);
      open.push({ at, part, target: part.filled, hasElse: false });
    } else if (word === 'else' && rest.length === 0 && last && !last.hasElse) {
      last.hasElse = true;
      last.target = last.part.empty;
    } else if (word === 'endif' && rest.length === 0 && last) {
      open.pop();
    } else if (word === 'else' || word === 'endif' || word === 'endraw') {
      problem(at, `{% ${word} %} has nothing that it belongs to`, '{% if field %} before it, or remove it');
    } else {
      const shown = JSON.stringify(word.slice(0, 40));
      problem(
        at,
        word === 'for' ? 'Templates have no loops' : `There is no statement ${shown}`,
        word === 'for'
          ? '{{ ticket.labels }} or {{ ticket.checklist }}, which render all their items'
          : '{% if field %}, {% else %}, {% endif %} or {% raw %}',
      );
    }
  }
  addText(template.slice(position));
  for (const { at } of open) problem(at, '{% if %} is never closed', '{% endif %} after the text');
  return { parts: root, problems };
}

function isAloneOnLine(template: string, from: number, to: number): boolean {
  const before = template.slice(template.lastIndexOf('\n', from - 1) + 1, from);
  const end = template.indexOf('\n', to);
  return before.trim() === '' && template.slice(to, end < 0 ? undefined : end).trim() === '';
}

function placeOf(text: string, at: number, firstLine: number) {
  const before = text.slice(0, at);
  return { line: firstLine + before.split('\n').length - 1, column: at - before.lastIndexOf('\n') };
}
