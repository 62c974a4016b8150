import path from 'node:path';
import { dayMs, hourMs, minuteMs, secondMs } from '../platform/clock.ts';
import { splitList } from '../platform/comma-list.ts';
import { urlsOfHosts } from '../platform/db/index.ts';
import { isS3Address, parseS3Address, type StoragePlace } from '../platform/storage/index.ts';

/** `description`, `allowed` and `fallback` are the columns of the table in docs/operations/reference.md, in Markdown. */
export interface Variable<T> {
  description: string;
  /** Describes the valid values. */
  allowed: string;
  /** Describes what applies when the variable is not set: a value or a phrase. */
  fallback: string;
  /** Returns undefined when the text is not valid. */
  parse: (text: string) => T | undefined;
  /** The value when the variable is not set. */
  absent: T;
  /** A secret value never appears in an error message. */
  secret?: boolean;
}

/** Infers T from the declaration. */
export const variable = <T>(declaration: Variable<T>) => declaration;

/** A variable that may have no value. */
export const optional = <T>({
  fallback = 'none',
  ...declaration
}: Omit<Variable<T | undefined>, 'absent' | 'fallback'> & { fallback?: string }) =>
  variable<T | undefined>({ ...declaration, fallback, absent: undefined });

export const enumVariable = <const W extends readonly string[]>(
  list: W,
  absent: W[number],
  description: string,
) =>
  variable<W[number]>({
    description,
    allowed: list.map((word) => `\`${word}\``).join(', '),
    fallback: absent,
    absent,
    parse: (text) => list.find((word) => word === text),
  });

export const address = (description: string, fallback: string) =>
  optional<string>({
    description,
    allowed: 'an http or https address without a path, such as `https://docket.example.org`',
    fallback,
    parse: (text) =>
      /^https?:\/\/[^/]+\/?$/.test(text) && URL.canParse(text) ? new URL(text).origin : undefined,
  });

interface HostCount {
  hosts: 'one' | 'several';
}

export const postgresUrl = (description: string, fallback: string, { hosts }: HostCount) =>
  optional<string>({
    description,
    allowed: `an address such as \`postgres://user:password@host:5432/docket\`${hosts === 'one' ? '' : '; several hosts are separated by commas'}`,
    fallback,
    secret: true,
    parse: (text) => {
      const urls = hosts === 'one' ? [text] : urlsOfHosts(text);
      return urls.every((url) => /^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url)) ? text : undefined;
    },
  });

export const secret = (description: string, fallback = 'none') =>
  optional<string>({
    description,
    allowed: 'any text',
    fallback,
    secret: true,
    parse: (text) => text,
  });

export const token = (description: string) =>
  optional<string>({
    description,
    allowed: 'a token',
    secret: true,
    parse: (text) => (/^[\x21-\x7e]+$/.test(text) ? text : undefined),
  });

export const apiAddress = (description: string, absent: string) =>
  variable<string>({
    description,
    allowed: 'an http or https address, such as `https://git.example.org/api/v3`',
    fallback: absent,
    absent,
    parse: (text) =>
      /^https?:\/\//.test(text) && URL.canParse(text) && !/[?#]/.test(text)
        ? text.replace(/\/+$/, '')
        : undefined,
  });

export const folder = (description: string) =>
  optional<string>({
    description,
    allowed: 'a path',
    parse: (text) => text,
  });

export const wholeNumber = (min: number, max: number, absent: number, description: string) =>
  variable<number>({
    description,
    allowed: `a whole number from ${min} to ${max}`,
    fallback: String(absent),
    absent,
    parse: (text) =>
      /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
  });

export const optionalPort = (description: string, fallback: string) =>
  optional<number>({
    description,
    allowed: 'a whole number from 0 to 65535',
    fallback,
    parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
  });

/** A folder, or `s3://bucket/prefix`. */
export const storagePlace = (description: string, fallback: string) =>
  optional<StoragePlace>({
    description,
    allowed: 'a path, or a bucket such as `s3://bucket/prefix`',
    fallback,
    parse: parseStoragePlace,
  });

export function parseStoragePlace(text: string): StoragePlace | undefined {
  if (!isS3Address(text))
    return /^[a-z][a-z0-9+.-]+:\/\//i.test(text) ? undefined : { folder: path.resolve(text) };
  const s3 = parseS3Address(text);
  return s3 && { s3 };
}

const unitMs: Record<string, number> = { m: minuteMs, h: hourMs, d: dayMs };

/** Parses `30m`, `24h` or `7d` into milliseconds. */
export const optionalDuration = (description: string, fallback: string) =>
  optional<number>({
    description,
    allowed: 'a number of minutes, hours or days, such as `30m`, `24h` or `7d`',
    fallback,
    parse: (text) => {
      const [, number, unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? [];
      return number === undefined ? undefined : Number(number) * (unitMs[unit] as number);
    },
  });

/** Parses the waits between attempts, in seconds, into milliseconds. A leading 0 is the first attempt and is dropped. */
export function parseRetrySchedule(text: string): number[] | undefined {
  const seconds = text.split(',').map((part) => part.trim());
  if (seconds.length > 50 || !seconds.every((part) => /^\d{1,7}$/.test(part))) return undefined;
  const waits = seconds.map((part) => Number(part) * secondMs);
  return waits[0] === 0 ? waits.slice(1) : waits;
}

const repositoryPattern = /^(?:[\w.~*-]+(?::\d{1,5})?\/)?(?:[\w.~*-]+\/)*[\w.~*-]+$/;

/** Parses `corp/*, github.com/acme/site`. */
export function parseRepositoryPatterns(text: string): string[] | undefined {
  const patterns = splitList(text);
  return patterns.every((pattern) => pattern.length <= 300 && repositoryPattern.test(pattern))
    ? patterns
    : undefined;
}
