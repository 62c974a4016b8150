import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** The person at the terminal; tests pass their own. */
export interface Prompt {
  /** Whether somebody can answer. */
  isInteractive: boolean;
  /** The width of the terminal; undefined if the output goes elsewhere. */
  width: number | undefined;
  ask(question: string): Promise<string>;
  /** Asks without showing what is typed. */
  askHidden(question: string): Promise<string>;
  /** All of standard input. */
  readInput(): Promise<string>;
  /** Prints a remark to standard error. */
  remark(text: string): void;
}

export const processPrompt: Prompt = {
  get isInteractive() {
    return process.stdin.isTTY === true && process.stderr.isTTY === true;
  },
  get width() {
    return process.stdout.columns;
  },
  ask: (question) => ask(question, process.stderr),
  askHidden: async (question) => {
    process.stderr.write(question);
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const answer = await ask('', silent);
    process.stderr.write('\n');
    return answer;
  },
  readInput: () => text(process.stdin),
  remark: (sentence) => void process.stderr.write(`${sentence}\n`),
};

async function ask(question: string, output: NodeJS.WritableStream): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}
