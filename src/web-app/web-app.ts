import type { Logger } from '../platform/logger.ts';
import { readManifest } from './build-manifest.ts';
import { hasBundler, hasSources, runBuild } from './run-build.ts';
import { isFresh } from './source-stamp.ts';
import { WebBuild } from './web-build.ts';

export interface WebAppSettings {
  /** The folder of Docket. */
  root: string;
  /** PATH of the process that builds. */
  searchPath: string;
  logger: Logger;
}

type WebAppState = 'building' | 'ready' | 'absent';

/**
 * The build of the web app that this process serves, made at start if needed.
 *
 * | state    | when                                                     | pages                   |
 * |----------|----------------------------------------------------------|-------------------------|
 * | building | there is no build, or the sources have changed since     | "One moment"            |
 * | ready    | the build is the newest that can be had                  | the app                 |
 * | absent   | there is no build, and none can be made                  | links to the reference  |
 *
 * Until the stamp of the build is compared with the sources, some milliseconds after the start, pages wait.
 */
export class WebApp {
  readonly #settings: WebAppSettings;
  readonly #stop = new AbortController();
  readonly #checked: Promise<void>;
  #finished: Promise<void> = Promise.resolve();
  #state: WebAppState = 'absent';
  #build: WebBuild | undefined;

  constructor(settings: WebAppSettings) {
    this.#settings = settings;
    this.#checked = this.#check();
  }

  /** Waits until it is known whether a build is needed. */
  async state(): Promise<WebAppState> {
    await this.#checked;
    return this.#state;
  }

  /** While a newer one is built, files of the build before are still served to tabs that are open. */
  get build(): WebBuild | undefined {
    return this.#build;
  }

  /** Waits until no build is running. */
  async finished(): Promise<void> {
    await this.#checked;
    await this.#finished;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.finished();
  }

  async #check(): Promise<void> {
    const { root, logger } = this.#settings;
    await this.#load();
    if (!hasSources(root)) {
      if (!this.#build) logger.warn('The web app is not part of this installation; only the API is served');
      return this.#settle();
    }
    const manifest = await readManifest(root);
    if (this.#build && manifest && (await isFresh(root, manifest))) return this.#settle();
    if (!hasBundler(root)) {
      const what = this.#build ? 'is older than its sources' : 'is not built; only the API is served';
      logger.warn(`The web app ${what}. Vite is not installed: run \`npm ci\` and start again`);
      return this.#settle();
    }
    this.#state = 'building';
    this.#finished = this.#rebuild();
  }

  async #rebuild(): Promise<void> {
    const { root, searchPath, logger } = this.#settings;
    try {
      await runBuild(root, searchPath, this.#stop.signal);
      await this.#load();
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      const served = this.#build ? 'the one before is served' : 'only the API is served';
      logger.error({ err: error }, `The web app could not be built; ${served}. Run \`npm run web:build\``);
    }
    this.#settle();
  }

  async #load(): Promise<void> {
    const manifest = await readManifest(this.#settings.root);
    if (manifest) this.#build = new WebBuild(this.#settings.root, manifest);
  }

  #settle(): void {
    this.#state = this.#build ? 'ready' : 'absent';
  }
}
