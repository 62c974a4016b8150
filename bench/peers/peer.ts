import type { EngineName } from '../../test/support/engines.ts';
import type { Call } from '../load.ts';
import type { SharedData } from './shared-data.ts';

/** What is asked of every product. Each call is drawn anew. */
export interface Requests {
  ticket(): Call;
  list(): Call;
  filteredList(): Call;
  search(): Call;
  create(): Call;
}

export interface Program {
  command: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** A product that is installed and holds the shared tickets. */
export interface Peer {
  name: string;
  version: string;
  /** How it listens on a port of 127.0.0.1. */
  server(port: number): Program;
  /** With these it authenticates each request. */
  headers: Record<string, string>;
  requests: Requests;
}

/** Where a product keeps its data. */
export interface Place {
  engine: EngineName;
  /** A new folder of its own. */
  folder: string;
  /** On PostgreSQL, an empty database of its own. */
  databaseUrl: string | undefined;
}

export type LoadPeer = (installed: string, place: Place, data: SharedData) => Promise<Peer>;

export const draw = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

export const newText = {
  title: () => `Measured ${Math.random()}`,
  description: 'A ticket as long as people write them when they are in a hurry.',
};
