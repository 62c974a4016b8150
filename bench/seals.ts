import { sealNextEvents } from '../src/sealed-history/index.ts';
import type { EngineName } from '../test/support/engines.ts';
import { threadMs } from '../test/support/processor-time.ts';
import { median } from './median.ts';
import type { ProcessFigure } from './process-figures.ts';
import { inject, post, withBench } from './webhooks.ts';

export const seals = 'seals';

const rounds = 21;
/** A full batch of the loop that seals. */
const creates = 500;
const connections = 20;

/**
 * What sealing costs while tickets are created: the processor time of the main thread for 500 creates and the seals over their
 * events, beside that for 500 creates. Both take turns. Without a network, so that the share of sealing is larger than on a server.
 */
export const measureSeals = (engine: EngineName): Promise<ProcessFigure[]> =>
  withBench(engine, async ({ app, cookie, sealing }) => {
    const { id: projectId } = await post(app, cookie, '/api/projects', { name: 'Sealed' });
    const create = async () => {
      for (let made = 0; made < creates; made += connections)
        await Promise.all(
          Array.from({ length: connections }, (_, index) =>
            inject(app, cookie, 'POST', '/api/tickets', { title: `Sealed ${made + index}`, projectId }),
          ),
        );
    };
    const sealAll = async () => {
      let sealed = 0;
      for (let events = 1; events > 0; sealed += events) events = await sealNextEvents(sealing);
      return sealed;
    };
    await create();
    await sealAll();
    const without: number[] = [];
    const withSeals: number[] = [];
    for (let round = 0; round < rounds; round++) {
      without.push(await threadMs(create));
      await sealAll();
      const createMs = await threadMs(create);
      let sealed = 0;
      const sealMs = await threadMs(async () => {
        sealed = await sealAll();
      });
      if (sealed < creates) throw new Error(`Only ${sealed} of ${creates} events were settled`);
      withSeals.push(createMs + sealMs);
    }
    return [
      {
        name: 'create with seals, processor time of the main thread beside without',
        value: median(withSeals.map((ms, round) => ms / (without[round] as number))),
        unit: 'times as long',
        // Creates at 0.98 of the rate.
        atMost: 1 / 0.98,
      },
    ];
  });
