import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface OutputFile {
  /** Relative to web/dist. */
  name: string;
  content: Buffer;
}

/**
 * Throws if a browser could not use the output. A bundler can write JavaScript that does not parse and report success,
 * so V8 parses every file.
 */
export async function checkOutput(page: string, files: OutputFile[]): Promise<void> {
  if (/<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=/i.test(page)) {
    throw new Error('index.html has an inline script or style, which the Content-Security-Policy forbids');
  }
  const scripts = files.filter(({ name }) => name.endsWith('.js'));
  const sources = scripts.map(({ name, content }) => ({ name, source: content.toString() }));
  // Only a process or thread with this flag has the parser of modules.
  const parser = new Worker(new URL('./parse-modules-thread.ts', import.meta.url), {
    workerData: sources,
    execArgv: ['--experimental-vm-modules', '--no-warnings'],
  });
  const [problem] = (await once(parser, 'message')) as [string | undefined];
  if (problem !== undefined) throw new Error(problem);
}
