import { Listenable } from '../../parts/listenable.ts';
import { plainLine } from '../../parts/markdown/plain-line.ts';

/** What an agent currently does for a ticket. */
export interface AgentStep {
  /** True if it waits for an answer from a person. */
  isQuestion: boolean;
  /** Its question, or its last step if that is known. */
  text: string | undefined;
}

interface ActiveTask {
  id: string;
  ticketId?: string;
  question?: string;
  state: string;
}

/** Which agents work on which tickets. The list of tasks tells who works, the events of the stream tell the steps. */
export class AgentWork extends Listenable {
  #steps: ReadonlyMap<string, AgentStep> = new Map();
  #tasks: readonly ActiveTask[] = [];
  /** The last step of each task. */
  readonly #texts = new Map<string, string>();

  of = (ticketId: string): AgentStep | undefined => this.#steps.get(ticketId);

  setTasks(tasks: readonly ActiveTask[]): void {
    this.#tasks = tasks;
    this.#update();
  }

  /** The tasks whose last step is not known yet. */
  get unknown(): string[] {
    return this.#tasks.flatMap(({ id }) => (this.#texts.has(id) ? [] : [id]));
  }

  /** Sets a step that was read. A step from an event that arrived meanwhile is newer and stays. */
  setStep(taskId: string, content: string): void {
    if (this.#texts.has(taskId)) return;
    this.#texts.set(taskId, firstLine(content));
    this.#update();
  }

  /** Handles an event of the stream; only steps matter. */
  onEvent({ type, data }: { type: string; data: Record<string, unknown> }): void {
    if (type !== 'agent_task.activity') return;
    const task = data.task as { id?: unknown } | undefined;
    const activity = data.activity as { content?: unknown } | undefined;
    if (typeof task?.id !== 'string' || typeof activity?.content !== 'string') return;
    this.#texts.set(task.id, firstLine(activity.content));
    this.#update();
  }

  /** A ticket with an unchanged step keeps its object, so that its card is not drawn again. */
  #update(): void {
    const steps = new Map<string, AgentStep>();
    for (const { id, ticketId, question, state } of this.#tasks) {
      if (ticketId === undefined) continue;
      const isQuestion = state === 'waiting_for_user';
      const text = (isQuestion && question ? firstLine(question) : this.#texts.get(id)) || undefined;
      const before = this.#steps.get(ticketId);
      steps.set(
        ticketId,
        before && before.text === text && before.isQuestion === isQuestion ? before : { text, isQuestion },
      );
    }
    this.#steps = steps;
    this.notify();
  }
}

const firstLine = (text: string) => plainLine(text.slice(0, 1_000)).slice(0, 200);
