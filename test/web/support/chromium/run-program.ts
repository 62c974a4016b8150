import { execFile } from 'node:child_process';

interface ProgramOptions {
  cwd: string;
  timeoutMs: number;
  env?: NodeJS.ProcessEnv;
}

/** Returns what the program prints. Its messages are in English, so that they can be read by programs. */
export const runProgram = (file: string, args: string[], { cwd, timeoutMs, env }: ProgramOptions) =>
  new Promise<string>((resolve, reject) => {
    execFile(
      file,
      args,
      {
        cwd,
        timeout: timeoutMs,
        maxBuffer: 64 * 2 ** 20,
        env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive', ...env },
      },
      (error, stdout, stderr) => {
        if (!error) return resolve(stdout);
        const reason = stderr.match(/^E: (.*)$/m)?.[1] ?? stderr.trim().split('\n').at(-1);
        reject(new Error(`${file} ${(reason || error.message).trim()}`));
      },
    );
  });
