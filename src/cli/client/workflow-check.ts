import { open } from 'node:fs/promises';
import type { WorkflowPolicy } from '../../workflow-file/index.ts';
import { clientCommand, requiredText, UsageError } from '../command.ts';
import { escapeControls } from './terminal-text.ts';

/** Needs neither a server nor the network, so it runs in a git hook or in CI. */
export const workflowCheck = clientCommand({
  arguments: { file: requiredText('FILE', 'The file, usually WORKFLOW.md.') },
  options: {},
  examples: ['docket workflow check WORKFLOW.md', 'docket workflow check WORKFLOW.md --json'],
  run: async ({ file }) => {
    const { parseWorkflowFile, workflowBytesMax } = await import('../../workflow-file/index.ts');
    const { policy, problems } = parseWorkflowFile(await readStart(file, workflowBytesMax));
    if (policy)
      return { json: { file, valid: true, problems, policy }, text: `${file}: ${summarize(policy)}\n` };
    const lines = problems.map(
      ({ line, column, message, instead }) => `${file}:${line}:${column}: ${message}. Write ${instead}.\n`,
    );
    return {
      json: { file, valid: false, problems },
      text: escapeControls(lines.join('')),
      ending: 'failure',
    };
  },
});

/** Reads no more than decides that the file is too large. */
async function readStart(file: string, bytesMax: number): Promise<Uint8Array> {
  const handle = await open(file).catch((error: Error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}.`);
  });
  try {
    const buffer = Buffer.alloc(bytesMax);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function summarize({ start, hooks, checks, paths, budget, template }: WorkflowPolicy): string {
  const hookCount = Object.values(hooks).filter((hook) => typeof hook === 'string').length;
  const parts = [
    count(start.length, 'start rule'),
    count(hookCount, 'hook'),
    count(checks.length, 'check'),
    paths === null ? 'all paths' : count(paths.length, 'path'),
    budget === null
      ? 'no budget'
      : `a budget of ${budget.amount} ${budget.currency} (minor units, ${budget.period})`,
    template === '' ? 'no template' : `a template of ${template.length} characters`,
  ];
  return `valid: ${parts.join(', ')}.`;
}

const count = (total: number, word: string) => `${total} ${word}${total === 1 ? '' : 's'}`;
