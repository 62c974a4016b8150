import type { Block } from './markdown-tree.ts';

const taskLine =
  /^((?:[ \t]*>)*[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*\[)([ xX])(\][ \t])/;
const fence = /^(?:[ \t]*>)*[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})/;

/** Ticks or unticks the task with this number. Returns undefined if the lines do not show where it is. */
export function toggleTask(text: string, task: number, checked: boolean): string | undefined {
  const lines = text.split('\n');
  const at = findTaskLines(lines)[task];
  if (at === undefined) return undefined;
  lines[at] = (lines[at] ?? '').replace(taskLine, `$1${checked ? 'x' : ' '}$3`);
  return lines.join('\n');
}

/** Tasks can be ticked if the lines and the parsed text agree on their number. */
export const canToggleTasks = (text: string, blocks: readonly Block[]): boolean =>
  findTaskLines(text.split('\n')).length === countTasks(blocks);

function findTaskLines(lines: readonly string[]): number[] {
  const found: number[] = [];
  let open: string | undefined;
  for (const [index, line] of lines.entries()) {
    const mark = fence.exec(line)?.[1];
    if (open !== undefined) {
      if (mark?.startsWith(open)) open = undefined;
    } else if (mark) open = mark;
    else if (taskLine.test(line)) found.push(index);
  }
  return found;
}

function countTasks(blocks: readonly Block[]): number {
  let count = 0;
  for (const block of blocks) {
    if (block.kind === 'quote') count += countTasks(block.children);
    if (block.kind !== 'list') continue;
    for (const item of block.items) count += (item.task === undefined ? 0 : 1) + countTasks(item.children);
  }
  return count;
}
