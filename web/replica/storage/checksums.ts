import type { Core } from '../core.ts';
import type { Holding } from '../holding.ts';
import type { Holdings } from '../holdings.ts';
import type { LoadScope } from '../transport/transport.ts';

const everyMs = 10 * 60_000;
/** The stream sends its position every 20 seconds; after this time it has passed the position of the checksums. */
const waitMs = 25_000;

/**
 * A row that missed an event would stay wrong until its next change. So every ten minutes the number of rows and the
 * sum of their versions are compared with the server's. A difference counts if the stream has passed the moment of the
 * comparison and the project did not change meanwhile; then the project is loaded again.
 */
export class Checksums {
  readonly #core: Core;
  readonly #holdings: Holdings;
  readonly #changed = new Set<string | null>();

  constructor(core: Core, holdings: Holdings) {
    this.#core = core;
    this.#holdings = holdings;
    core.on('confirmed', (projectId) => this.#changed.add(projectId));
    core.clock.after(everyMs, () => void this.#run());
  }

  async #run(): Promise<void> {
    await this.check().catch((error: unknown) => this.#core.fail(error));
    this.#core.clock.after(everyMs, () => void this.#run());
  }

  async check(): Promise<void> {
    const { transport, clock } = this.#core;
    for (const scopes of groupByScope(this.#holdings.all())) {
      this.#changed.clear();
      const { checksums } = await transport.checksum(scopes);
      const expected = new Map(
        checksums.map(({ homeId, rows, versions }) => [homeId, `${rows} ${versions}`]),
      );
      const differs = (projectId: string) => {
        const { rows, versions } = this.#holdings.sumUp(projectId);
        return (
          this.#holdings.all().has(projectId) && (expected.get(projectId) ?? '0 0') !== `${rows} ${versions}`
        );
      };
      const suspects = scopes.map(({ projectId }) => projectId).filter(differs);
      if (suspects.length === 0) continue;
      await new Promise<void>((resolve) => clock.after(waitMs, resolve));
      for (const projectId of suspects) {
        if (!this.#changed.has(projectId) && differs(projectId)) this.#holdings.reload(projectId);
      }
    }
  }
}

/** Groups projects that are cached to the same extent, so that one request compares them. */
function groupByScope(cached: ReadonlyMap<string, Holding>): LoadScope[][] {
  const groups = new Map<string | undefined, LoadScope[]>();
  for (const [projectId, { closedSince }] of cached) {
    const group = groups.get(closedSince) ?? [];
    groups.set(closedSince, [...group, { projectId, closedSince }]);
  }
  return [...groups.values()];
}
