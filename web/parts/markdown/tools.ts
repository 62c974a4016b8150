import { m } from '../../messages/index.ts';
import type { IconName } from '../icons/icon-shapes.ts';
import {
  cycleHeading,
  insertBlock,
  makeCodeBlock,
  makeLink,
  type Selection,
  toggleLines,
  toggleMark,
} from './text-edits.ts';

export interface Tool {
  id: string;
  icon: IconName;
  label: string;
  keys?: string;
  edit: (selection: Selection) => Selection | undefined;
}

/** The tools of the bar, in its order. */
export const listTools = (): Tool[] => [
  { id: 'bold', icon: 'bold', label: m.editor.bold, keys: 'Mod+b', edit: (at) => toggleMark(at, '**') },
  { id: 'italic', icon: 'italic', label: m.editor.italic, keys: 'Mod+i', edit: (at) => toggleMark(at, '_') },
  {
    id: 'strike',
    icon: 'strike',
    label: m.editor.strike,
    keys: 'Mod+Shift+s',
    edit: (at) => toggleMark(at, '~~'),
  },
  { id: 'code', icon: 'code', label: m.editor.code, keys: 'Mod+e', edit: (at) => toggleMark(at, '`') },
  { id: 'link', icon: 'link', label: m.editor.link, keys: 'Mod+k', edit: makeLink },
  { id: 'heading', icon: 'heading', label: m.editor.heading, edit: cycleHeading },
  ...listBlocks(),
];

const listBlocks = (): Tool[] => [
  {
    id: 'bullets',
    icon: 'bullets',
    label: m.editor.bulletList,
    keys: 'Mod+Shift+8',
    edit: (at) => toggleLines(at, '- '),
  },
  {
    id: 'numbers',
    icon: 'numbers',
    label: m.editor.numberedList,
    keys: 'Mod+Shift+9',
    edit: (at) => toggleLines(at, '1. '),
  },
  {
    id: 'tasks',
    icon: 'tasks',
    label: m.editor.taskList,
    keys: 'Mod+Shift+7',
    edit: (at) => toggleLines(at, '- [ ] '),
  },
  {
    id: 'quote',
    icon: 'quote',
    label: m.editor.quote,
    keys: 'Mod+Shift+.',
    edit: (at) => toggleLines(at, '> '),
  },
  { id: 'block', icon: 'terminal', label: m.editor.codeBlock, keys: 'Mod+Shift+\\', edit: makeCodeBlock },
  { id: 'table', icon: 'table', label: m.parts.table, edit: makeTable },
];

/** What the `/` menu offers. */
export const listCommands = (): Tool[] => [
  ...[1, 2, 3].map(
    (level): Tool => ({
      id: `heading-${level}`,
      icon: 'heading',
      label: m.editor.headingOf(level),
      edit: (at) => toggleLines(at, `${'#'.repeat(level)} `),
    }),
  ),
  ...listBlocks(),
  { id: 'rule', icon: 'minus', label: m.editor.divider, edit: (at) => insertBlock(at, '---') },
];

function makeTable(selection: Selection): Selection {
  const [first, second] = m.editor.columns;
  return insertBlock(selection, `| ${first} | ${second} |\n| --- | --- |\n|  |  |`, first);
}

/** The tool of the pressed keys. Digits and signs go by their key, because Shift makes another sign of them. */
export function findTool(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'altKey'>,
): Tool | undefined {
  if (event.altKey) return undefined;
  const signs: Record<string, string> = { Period: '.', Backslash: '\\' };
  const key = signs[event.code] ?? /^Digit(\d)$/.exec(event.code)?.[1] ?? event.key.toLowerCase();
  const pressed = event.shiftKey ? `Mod+Shift+${key}` : `Mod+${key}`;
  return listTools().find(({ keys }) => keys === pressed);
}
