import { BadConfiguration } from './bad-configuration.ts';

/** Reads the environment of the process, which takes precedence over a `.env` file in the current folder. */
export function readEnvironment(): Record<string, string | undefined> {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new BadConfiguration('.env cannot be read.');
  }
  return process.env;
}
