import type { Reaction } from '../../../../sdk/index.ts';
import { m } from '../../../messages/index.ts';
import { classes } from '../../../parts/classes.ts';
import { tooltipAttributes } from '../../../parts/popups/tooltip.ts';
import { ReactButton } from './react-button.tsx';
import './reactions.css';

export interface ReactionsProps {
  reactions: readonly Reaction[];
  /** If false, reactions are only shown. */
  mayReact: boolean;
  /** Adds or removes this person's emoji. */
  onReact: (emoji: string) => void;
}

/** Whether this person has reacted with the emoji. */
export const hasReacted = (reactions: readonly Reaction[], emoji: string): boolean =>
  reactions.some((one) => one.emoji === emoji && one.me);

/** The emoji of people on a ticket or comment. */
export function Reactions({ reactions, mayReact, onReact }: ReactionsProps) {
  if (reactions.length === 0) return null;

  return (
    <div className="reactions">
      {reactions.map(({ emoji, count, me, users }) => (
        <button
          key={emoji}
          type="button"
          className={classes('reaction', me && 'reaction-mine')}
          aria-pressed={me}
          aria-label={m.ticket.comments.reaction(emoji, count)}
          aria-disabled={mayReact ? undefined : true}
          {...tooltipAttributes(users.map(({ name }) => name).join(', '))}
          onClick={() => mayReact && onReact(emoji)}
        >
          <span aria-hidden="true">{emoji}</span>
          <span className="figures">{count}</span>
        </button>
      ))}
      {mayReact && <ReactButton onReact={onReact} />}
    </div>
  );
}
