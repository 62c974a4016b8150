import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** How a client of docs/agents.md reaches Docket, with the values that the client fills in. */
export type Connection =
  | { url: string; headers: Record<string, string> }
  | { command: string; args: string[]; env: Record<string, string> };

export interface Snippet {
  client: string;
  connection: Connection;
}

/** What the file of a client says about a server, in the words of any of them. */
interface Entry {
  url?: string;
  httpUrl?: string;
  headers?: Record<string, string>;
  bearer_token_env_var?: string;
  command?: string;
  args?: string[];
  env?: Record<string, string>;
  env_vars?: string[];
}

/** How many tools a person with every right sees in any client. */
export const toolsInAll = 20;

const file = path.resolve(import.meta.dirname, '../../docs/agents.md');

/** Reads the snippets of docs/agents.md as their clients do, for the server at `url` and this key. */
export function readSnippets(url: string, apiKey: string): Snippet[] {
  const [, part = ''] = /^## Model Context Protocol$(.*?)^## /ms.exec(readFileSync(file, 'utf8')) ?? [];
  return part.split(/^### /m).flatMap((section) => {
    const client = section.slice(0, section.indexOf('\n'));
    return [...section.matchAll(/^```(\w+)[^\n]*\n(.*?)^```$/gms)].map(([, language = '', text = '']) => {
      const filled = text
        .replaceAll('https://docket.example.org', url)
        .replaceAll('dkt_…', apiKey)
        .replaceAll(/\$\{env:DOCKET_API_KEY\}|\$\{input:docket-key\}|\$DOCKET_API_KEY\b/g, apiKey);
      const entry = readEntry[language as keyof typeof readEntry](filled);
      return { client, connection: connect(entry, { DOCKET_API_KEY: apiKey }) };
    });
  });
}

const readEntry = {
  json: (text: string): Entry => {
    const { mcpServers, servers } = JSON.parse(text);
    return (mcpServers ?? servers).docket;
  },
  /** Strings and lists are written as in JSON. */
  toml: (text: string): Entry => {
    const tables: Record<string, Record<string, unknown>> = {};
    let table = '';
    for (const line of text.split('\n').filter(Boolean)) {
      const [, header] = /^\[([\w.]+)\]$/.exec(line) ?? [];
      if (header) table = header;
      const [, key, value] = /^(\w+) = (.+)$/.exec(line) ?? [];
      if (!header && !key) throw new Error(`not TOML: ${line}`);
      tables[table] ??= {};
      if (key && value) Object.assign(tables[table] as object, { [key]: JSON.parse(value) });
    }
    const { env, ...entry } = { env: tables['mcp_servers.docket.env'], ...tables['mcp_servers.docket'] };
    return { ...entry, ...(env && { env: env as Record<string, string> }) };
  },
  /** `claude mcp add`: the shell splits the words. */
  sh: (text: string): Entry => {
    const printer = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';
    const script = `claude() { '${process.execPath}' -e '${printer}' -- "$@"; }\n${text}`;
    const words: string[] = JSON.parse(execFileSync('sh', ['-c', script], { encoding: 'utf8' }));
    const end = words.includes('--') ? words.indexOf('--') : words.length;
    const [command, ...args] = words.slice(end + 1);
    const options = words.slice(0, end);
    const valuesOf = (name: string) => options.filter((_, index) => options[index - 1] === name);
    const split = (text: string, mark: string): [string, string] => {
      const at = text.indexOf(mark);
      return [text.slice(0, at), text.slice(at + mark.length)];
    };
    if (command)
      return { command, args, env: Object.fromEntries(valuesOf('--env').map((pair) => split(pair, '='))) };
    const url = options.find((word) => /^https?:\/\//.test(word));
    const headers = Object.fromEntries(valuesOf('--header').map((header) => split(header, ': ')));
    return { ...(url && { url }), headers };
  },
};

function connect(entry: Entry, environment: Record<string, string>): Connection {
  const url = entry.httpUrl ?? entry.url;
  if (url) {
    const token = environment[entry.bearer_token_env_var ?? ''];
    return { url, headers: { ...entry.headers, ...(token && { Authorization: `Bearer ${token}` }) } };
  }
  if (!entry.command) throw new Error(`neither an address nor a program: ${JSON.stringify(entry)}`);
  const passed = (entry.env_vars ?? []).map((name) => [name, environment[name] ?? '']);
  return {
    command: entry.command,
    args: entry.args ?? [],
    env: { ...Object.fromEntries(passed), ...entry.env },
  };
}
