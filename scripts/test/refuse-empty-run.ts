import path from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** Node reports success if no test ran. This reporter fails such a run: a pattern may have matched nothing. */
export default async function* refuseEmptyTestRun(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let anyRan = false;
  for await (const event of events) anyRan ||= isTestThatRan(event);
  if (anyRan) return;
  process.exitCode = 1;
  yield 'No test ran, so the run fails.\n';
}

function isTestThatRan({ type, data }: TestEvent): boolean {
  if (type === 'test:fail') return true;
  if (type !== 'test:pass' || data.skip !== undefined) return false;
  // A file without a test in it reports itself as one that passed.
  return path.resolve(data.name) !== data.file && !/\.(?:test|fault)\.ts$/.test(data.name);
}
