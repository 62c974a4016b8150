import { mkdir, open, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isRunning } from '../../../platform/is-running.ts';
import { UsageError } from '../../command.ts';
import { newGit, type Signature } from './git.ts';
import { type FileHead, folderPattern, readFileHead } from './ticket-file.ts';

/** Which server and project a folder mirrors, and the event that it has reached; part of every commit. */
interface Mark {
  server: string;
  project: string | null;
  cursor: string;
}

const markName = '.docket-mirror.json';
const newest = 'Name a folder that is new, empty or a mirror.';

/** A git process of a killed run may still be running for a moment. */
const orphanMs = 300;
const noCommit = '0'.repeat(40);

interface Opening {
  folder: string;
  server: string;
  project: string | null;
  /** PATH, where git is. */
  programs: string | undefined;
}

/**
 * A git repository with a file for each ticket. While a process writes, `.git/docket-mirror.lock` has its id. If the process is
 * killed, the file stays: the next one then discards what was written and not committed.
 */
export class MirrorRepository {
  readonly #opening: Opening;
  readonly #git: ReturnType<typeof newGit>;
  /** By the id of the ticket. */
  readonly files = new Map<string, FileHead & { path: string }>();
  /** Undefined before the first commit. */
  cursor: string | undefined;
  #changed = new Set<string>();
  #head = noCommit;
  /** The folder has no commit yet, or something that a killed run has left. */
  #isUnfinished = false;

  private constructor(opening: Opening) {
    this.#opening = opening;
    this.#git = newGit(opening.folder, opening.programs);
  }

  static async open(opening: Opening): Promise<MirrorRepository> {
    const repository = new MirrorRepository({ ...opening, folder: path.resolve(opening.folder) });
    await repository.#open();
    return repository;
  }

  async #open(): Promise<void> {
    const { folder } = this.#opening;
    await mkdir(folder, { recursive: true }).catch(() => {
      throw new UsageError(`${folder} cannot be used as a folder. ${newest}`);
    });
    const names = await readdir(folder);
    const isMirror = names.includes('.git') && (names.includes(markName) || (await this.#isLocked()));
    if (names.length > 0 && !isMirror)
      throw new UsageError(`${folder} is no mirror of Docket: it has no ${markName}. ${newest}`);
    await mkdir(this.#inGit(''), { recursive: true });
    const wasKilled = await this.#lock();
    this.#isUnfinished = wasKilled || names.length === 0;
    try {
      await this.#git(['init', '--quiet', '--initial-branch=main', '--template=']);
      if (wasKilled) await this.#discardUnfinished();
      else if ((await this.#git(['status', '--porcelain'])).out !== '')
        throw new UsageError(
          `${folder} has changes that are not committed. Nothing but docket mirror may write there: undo them with git -C DIR stash --all.`,
        );
      this.#head = await this.#findHead();
      if (this.#head !== noCommit) this.#isUnfinished = false;
      await this.#readMark();
      await this.#readFiles();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  #inGit(name: string): string {
    return path.join(this.#opening.folder, '.git', name);
  }

  get #lockFile(): string {
    return this.#inGit('docket-mirror.lock');
  }

  #isLocked(): Promise<boolean> {
    return readFile(this.#lockFile).then(
      () => true,
      () => false,
    );
  }

  /** Returns whether an earlier process was killed while it wrote. */
  async #lock(): Promise<boolean> {
    const handle = await open(this.#lockFile, 'wx').catch(() => undefined);
    if (handle) {
      await handle.writeFile(String(process.pid));
      await handle.close();
      return false;
    }
    const holder = Number(await readFile(this.#lockFile, 'utf8'));
    if (holder !== process.pid && isRunning(holder))
      throw new UsageError(
        `Process ${holder} is writing this mirror. If it is no docket mirror, delete ${this.#lockFile}.`,
      );
    await writeFile(this.#lockFile, String(process.pid));
    return true;
  }

  async #discardUnfinished(): Promise<void> {
    await wait(orphanMs);
    for (const name of ['index.lock', 'HEAD.lock', 'refs/heads/main.lock'])
      await rm(this.#inGit(name), { force: true });
    if ((await this.#findHead()) !== noCommit) await this.#git(['reset', '--quiet', '--hard']);
    else await rm(this.#inGit('index'), { force: true });
    await this.#git(['clean', '--quiet', '-d', '-x', '--force']);
  }

  async #readMark(): Promise<void> {
    const { folder, server, project } = this.#opening;
    const text = await readFile(path.join(folder, markName), 'utf8').catch(() => undefined);
    if (text === undefined) return;
    const mark = parseMark(text);
    if (!mark) throw new UsageError(`${path.join(folder, markName)} is damaged. ${newest}`);
    if (mark.server !== server || mark.project !== project)
      throw new UsageError(
        `${folder} mirrors ${mark.project === null ? 'all tickets' : `the project ${mark.project}`} of ${mark.server}. Name another folder.`,
      );
    this.cursor = mark.cursor;
  }

  /** Refuses links: through one, Docket could write outside the folder. */
  async #readFiles(): Promise<void> {
    const { folder } = this.#opening;
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.isSymbolicLink())
        throw new UsageError(`${path.join(folder, entry.name)} is a link. Remove it.`);
      if (!entry.isDirectory() || !folderPattern.test(entry.name)) continue;
      for (const file of await readdir(path.join(folder, entry.name), { withFileTypes: true })) {
        const name = path.join(folder, entry.name, file.name);
        if (file.isSymbolicLink()) throw new UsageError(`${name} is a link. Remove it.`);
        if (!file.isFile() || !name.endsWith('.md')) continue;
        const head = readFileHead(await readFile(name, 'utf8'));
        if (head) this.files.set(head.id, { ...head, path: `${entry.name}/${file.name}` });
      }
    }
  }

  /** Writes the file of a ticket; it is committed with the next commit. */
  async write(head: FileHead, file: string, content: string): Promise<void> {
    const before = this.files.get(head.id);
    if (before && before.path !== file) await this.remove(head.id);
    const full = path.join(this.#opening.folder, file);
    this.files.set(head.id, { id: head.id, projectId: head.projectId, version: head.version, path: file });
    if ((await readFile(full, 'utf8').catch(() => undefined)) === content) return;
    await mkdir(path.dirname(full), { recursive: true });
    await writeFile(full, content);
    this.#changed.add(file);
  }

  /** The file of a ticket; undefined if it has none. */
  async read(id: string): Promise<string | undefined> {
    const file = this.files.get(id)?.path;
    return file === undefined ? undefined : readFile(path.join(this.#opening.folder, file), 'utf8');
  }

  async remove(id: string): Promise<void> {
    const file = this.files.get(id)?.path;
    if (file === undefined) return;
    this.files.delete(id);
    const full = path.join(this.#opening.folder, file);
    await rm(full, { force: true });
    // Fails while other tickets are in the folder of the project.
    await rmdir(path.dirname(full)).catch(() => {});
    this.#changed.add(file);
  }

  /** Returns false, and commits nothing, if no file has changed. `isForced` commits the cursor alone. */
  async commit(cursor: string, message: string, signature: Signature, isForced: boolean): Promise<boolean> {
    if (this.#changed.size === 0 && !isForced) return false;
    const { folder, server, project } = this.#opening;
    const mark: Mark = { server, project, cursor };
    await writeFile(path.join(folder, markName), `${JSON.stringify(mark, null, 2)}\n`);
    await this.#run(
      ['update-index', '--add', '--remove', '-z', '--stdin'],
      [...this.#changed, markName].join('\0'),
    );
    const tree = await this.#run(['write-tree']);
    const parents = this.#head === noCommit ? [] : ['-p', this.#head];
    const commit = await this.#run(['commit-tree', ...parents, tree], `${message}\n`, signature);
    // Fails if somebody else has committed, so no event is ever committed twice.
    await this.#run(['update-ref', '-m', 'docket mirror', 'HEAD', commit, this.#head]);
    this.#head = commit;
    this.#changed = new Set();
    this.#isUnfinished = false;
    this.cursor = cursor;
    return true;
  }

  async #findHead(): Promise<string> {
    const { code, out } = await this.#git(['rev-parse', '--quiet', '--verify', 'HEAD']);
    return code === 0 ? out.trim() : noCommit;
  }

  async #run(...call: Parameters<ReturnType<typeof newGit>>): Promise<string> {
    const { code, out } = await this.#git(...call);
    if (code !== 0) throw new Error(`git ${call[0][0]} failed: ${out}`);
    return out.trim();
  }

  async pack(): Promise<void> {
    await this.#git(['gc', '--auto', '--quiet']);
  }

  /** After an error the lock stays, so that the next process discards what is not committed. */
  async close(): Promise<void> {
    if (this.#changed.size === 0 && !this.#isUnfinished) await rm(this.#lockFile, { force: true });
  }
}

function parseMark(text: string): Mark | undefined {
  try {
    const { server, project, cursor } = JSON.parse(text);
    const isMark =
      typeof server === 'string' &&
      (project === null || typeof project === 'string') &&
      typeof cursor === 'string' &&
      /^\d{1,15}-\d{1,15}$/.test(cursor);
    return isMark ? { server, project, cursor } : undefined;
  } catch {
    return undefined;
  }
}
