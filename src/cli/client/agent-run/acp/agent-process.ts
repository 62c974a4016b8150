import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import type { InitializeResponse } from '@agentclientprotocol/sdk';
import { minuteMs, secondMs } from '../../../../platform/clock.ts';
import { readLines } from '../command-lines.ts';
import { terminate } from '../process-group.ts';
import type { Surroundings } from '../run-command.ts';
import type { AgentPreset } from './agent-presets.ts';
import type { Acp } from './load-sdk.ts';

const initializeMs = minuteMs;
const errorLinesMax = 20;
const errorLineMax = 1_000;
const messageBytesMax = 16 * 1024 * 1024;
const endMs = 5 * secondMs;

/** The agent as a program, with the protocol on its standard input and output. */
export function startAgent(acp: Acp, preset: AgentPreset, { folder, environment, wrap }: Surroundings) {
  // The agent gets the key in the settings of the MCP server, for as long as the session lasts.
  const { DOCKET_API_KEY: _, ...env } = environment;
  const child = spawn(...wrap(preset.command, preset.args), {
    // Its own process group, so that `terminate` also reaches the processes that it starts.
    detached: true,
    stdio: 'pipe',
    env,
    ...(folder !== undefined && { cwd: folder }),
  });
  const errors: string[] = [];
  child.stdin.on('error', () => {});
  void keepLast(child, errors);
  const exited = waitForExit(child);
  const stream = acp.ndJsonStream(
    Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(child.stdout) as unknown as ReadableStream<Uint8Array>,
    { maxMessageBytes: messageBytesMax },
  );
  return {
    child,
    stream,
    exited,
    /** How it ended, with the last lines of its standard error. */
    describeExit: async () => [await exited, ...errors].join('\n').slice(0, 16_000),
    /** Lets it end by closing its input, then ends it by force. */
    end: async () => {
      child.stdin.end();
      const timer = setTimeout(() => terminate(child), endMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

async function keepLast(child: ChildProcess, errors: string[]): Promise<void> {
  if (!child.stderr) return;
  for await (const line of readLines(child.stderr)) {
    if (line.trim() !== '') errors.push(line.slice(0, errorLineMax));
    if (errors.length > errorLinesMax) errors.shift();
  }
}

const waitForExit = (child: ChildProcess): Promise<string> =>
  once(child, 'close').then(
    ([code, signal]) =>
      code === null ? `The agent was ended by ${signal}` : `The agent ended with exit code ${code}`,
    (error: Error) => `The agent could not be started: ${error.message}`,
  );

export class AgentUnusable extends Error {}

type Request = (method: 'initialize', params: object, options: object) => Promise<InitializeResponse>;

/** Agrees on the version of the protocol and on what both sides can do. */
export async function initialize(
  acp: Acp,
  { name }: AgentPreset,
  request: Request,
): Promise<InitializeResponse> {
  // Files and terminals are not offered: the agent uses its own, which the sandbox confines.
  const clientCapabilities = {
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    elicitation: { form: {} },
  };
  const params = {
    protocolVersion: acp.PROTOCOL_VERSION,
    clientCapabilities,
    clientInfo: { name: 'docket', title: 'Docket', version: '1' },
  };
  const answer = await withTimeout(
    request('initialize', params, {}),
    initializeMs,
    `${name} did not answer within a minute. Does it speak the Agent Client Protocol?`,
  );
  if (answer.protocolVersion !== acp.PROTOCOL_VERSION)
    throw new AgentUnusable(
      `${name} speaks version ${answer.protocolVersion} of the Agent Client Protocol, docket version ${acp.PROTOCOL_VERSION}. Update one of them.`,
    );
  return answer;
}

async function withTimeout<T>(work: Promise<T>, ms: number, sentence: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AgentUnusable(sentence)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
