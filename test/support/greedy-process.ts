import type { ProcessCommand } from '../../src/docs-generation/drafting-process/process-messages.ts';
import { startWatchdog } from '../../src/platform/process-limits/index.ts';

/** Stands for a process that drafts, and fails in the way that the name of the repository says. */
process.on('message', (command: ProcessCommand) => {
  if (!('task' in command)) return;
  const { name } = command.task.repo;
  startWatchdog();
  if (name === 'heap') fillHeap();
  if (name === 'buffers') return fillBuffers([]);
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

/** Outside of the heap, which has a limit of its own. */
function fillBuffers(kept: Buffer[]): void {
  kept.push(Buffer.alloc(32 * 1024 * 1024, 1));
  setTimeout(() => fillBuffers(kept), 20);
}
