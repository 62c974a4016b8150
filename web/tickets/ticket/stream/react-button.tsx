import { useState } from 'react';
import { m } from '../../../messages/index.ts';
import { IconButton } from '../../../parts/controls/icon-button.tsx';
import { Popover } from '../../../parts/popups/popover.tsx';
import './reactions.css';

const offered = ['👍', '👎', '😄', '🎉', '😕', '❤️', '🚀', '👀', '✅', '🙏'];

/** Opens a few emoji to react with. */
export function ReactButton({
  onReact,
  className,
}: {
  onReact: (emoji: string) => void;
  className?: string;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label={m.ticket.comments.react}
      open={isOpen}
      onOpenChange={setOpen}
      className="reactions-popover"
      trigger={
        <IconButton icon="smile" label={m.ticket.comments.react} className={className ?? 'reactions-add'} />
      }
    >
      <div className="reactions-offered">
        {offered.map((emoji) => (
          <button
            key={emoji}
            type="button"
            className="reactions-offer"
            onClick={() => {
              setOpen(false);
              onReact(emoji);
            }}
          >
            {emoji}
          </button>
        ))}
      </div>
    </Popover>
  );
}
