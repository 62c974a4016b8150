import type { ProcessCommand } from '../../src/docs-generation/drafting-process/process-messages.ts';

/** Stands for a process that drafts, and fails in the way that the name of the repository says. */
process.on('message', (command: ProcessCommand) => {
  if (!('task' in command)) return;
  const { name } = command.task.repo;
  if (name === 'heap') fillHeap();
  if (name === 'endless') for (;;);
  if (name === 'killed') process.kill(process.pid, 'SIGKILL');
  if (name === 'exits') process.exit(7);
  const environment = Object.keys(process.env).sort().join(' ');
  process.send?.({ done: { summary: environment, docs: [{ path: 'pid', content: String(process.pid) }] } });
});
process.once('disconnect', () => process.exit(0));

function fillHeap(): never {
  const kept: object[] = [];
  for (;;) kept.push({ number: kept.length });
}
