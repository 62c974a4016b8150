import { api } from '../api/index.ts';
import { agentsWaiting } from '../parts/agents-waiting.ts';
import { onLive, subscribeEvents } from '../replica/index.ts';

/** Steps and heartbeats are frequent, and change nothing about what waits for a person. */
const isQuiet = (type: string) => /activity|progress|heartbeat|artifact|message|usage|claimed/.test(type);
const togetherMs = 300;

/** Keeps the dot beside *Agents* true. Called once, after the replica has started. */
export function watchAgents(): void {
  let isDue = false;
  const readSoon = () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      void read();
    }, togetherMs);
  };
  subscribeEvents(({ type }) => {
    if (type === 'reset' || (type.startsWith('agent_task.') && !isQuiet(type))) readSoon();
  });
  onLive(() => void read());
}

async function read(): Promise<void> {
  try {
    const { data } = await api.listNeeds();
    agentsWaiting.set(data.filter(({ task }) => task).length);
  } catch {
    // The dot stays as it is until the server can be reached.
  }
}
