import { UsageError } from '../../command.ts';
import type { ClientContext } from '../client-context.ts';

/** A question that an option can answer beforehand. */
interface Question {
  text: string;
  /** The option, such as `--name`. */
  option: string;
  given?: string | undefined;
  /** The answer of somebody who just presses Enter, and of --yes. */
  proposal?: string | undefined;
  isSecret?: boolean;
}

/**
 * Answers come from options, then from the terminal, or without one from the lines of standard input. Every question and
 * answer is shown, a secret one without its answer. With `--yes` proposals are taken, and only secrets are read.
 */
export function newAnswers({ prompt }: ClientContext, isYes: boolean) {
  let lines: string[] | undefined;
  const nextLine = async () => {
    lines ??= (await prompt.readInput()).split(/\r?\n/);
    return lines.shift();
  };
  const read = async ({ text, isSecret }: Question): Promise<string | undefined> => {
    if (prompt.isInteractive) return isSecret ? prompt.askHidden(text) : prompt.ask(text);
    const line = await nextLine();
    prompt.remark(`${text}${isSecret ? '' : (line ?? '')}`.trimEnd());
    return line?.trim();
  };
  const ask = async (question: Question): Promise<string> => {
    const { given, proposal, text, option, isSecret } = question;
    if (given !== undefined) return given;
    if (isYes && !isSecret && proposal !== undefined) return proposal;
    const canRead = !isYes || isSecret || prompt.isInteractive;
    const shown = proposal === undefined ? text : text.replace(/: $/, ` [${proposal}]: `);
    const answer = canRead ? await read({ ...question, text: shown }) : undefined;
    const chosen = answer || proposal;
    if (!chosen)
      throw new UsageError(`${option} is missing, and nothing answered "${text.replace(/: $/, '')}".`);
    return chosen;
  };
  return {
    ask,
    /** True unless the answer begins with n. */
    confirm: async (text: string): Promise<boolean> => {
      if (isYes) return true;
      const answer = await ask({ text, option: '--yes', proposal: 'Y' });
      return !/^n/i.test(answer);
    },
  };
}

export type Answers = ReturnType<typeof newAnswers>;
