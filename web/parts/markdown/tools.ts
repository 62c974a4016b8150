import { m } from '../../messages/index.ts';
import type { IconName } from '../icons/icon-shapes.ts';
import {
  cycleHeading,
  insertBlock,
  isLined,
  isMarked,
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
  /** Whether the selection is so formatted; undefined for what is only inserted. */
  isOn?: (selection: Selection) => boolean;
}

/** The tools of the bar, in its order. */
export const listTools = (): Tool[] => [
  markTool('bold', m.editor.bold, 'Mod+b', '**'),
  markTool('italic', m.editor.italic, 'Mod+i', '_'),
  markTool('strike', m.editor.strike, 'Mod+Shift+s', '~~'),
  markTool('code', m.editor.code, 'Mod+e', '`'),
  { id: 'link', icon: 'link', label: m.editor.link, keys: 'Mod+k', edit: makeLink },
  {
    id: 'heading',
    icon: 'heading',
    label: m.editor.heading,
    edit: cycleHeading,
    isOn: (at) => isLined(at, '#'),
  },
  ...listBlocks(),
];

const markTool = (id: IconName, label: string, keys: string, mark: string): Tool => ({
  ...{ id, icon: id, label, keys },
  edit: (at) => toggleMark(at, mark),
  isOn: (at) => isMarked(at, mark),
});

const lineTool = (id: IconName, label: string, keys: string, prefix: string): Tool => ({
  ...{ id, icon: id, label, keys },
  edit: (at) => toggleLines(at, prefix),
  isOn: (at) => isLined(at, prefix),
});

const listBlocks = (): Tool[] => [
  lineTool('bullets', m.editor.bulletList, 'Mod+Shift+8', '- '),
  lineTool('numbers', m.editor.numberedList, 'Mod+Shift+9', '1. '),
  lineTool('tasks', m.editor.taskList, 'Mod+Shift+7', '- [ ] '),
  lineTool('quote', m.editor.quote, 'Mod+Shift+.', '> '),
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
