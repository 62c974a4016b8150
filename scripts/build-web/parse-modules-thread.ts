import vm from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';

/** Missing from the types, because it needs a flag. */
const { SourceTextModule } = vm as unknown as {
  SourceTextModule: new (source: string, options: { identifier: string }) => unknown;
};

parentPort?.postMessage(findProblem(workerData));

function findProblem(sources: { name: string; source: string }[]): string | undefined {
  for (const { name, source } of sources) {
    try {
      new SourceTextModule(source, { identifier: name });
    } catch (error) {
      return `${name} is not valid JavaScript: ${error}`;
    }
  }
  return undefined;
}
