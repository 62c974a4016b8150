import { useSyncExternalStore } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import type { TextModel } from './text-model.ts';
import { listTools, type Tool } from './tools.ts';

/** The buttons that format the selection; those of the format that it has are pressed. */
export function FormatTools({ model, onTool }: { model: TextModel; onTool: (tool: Tool) => void }) {
  const tools = listTools();
  const on = useSyncExternalStore(
    (listener) => {
      const ends = [model.subscribe(listener), model.subscribeToSelection(listener)];
      return () => ends.forEach((end) => void end());
    },
    () => namesOfTools(tools, model),
  ).split(' ');
  return tools.map((tool) => (
    <IconButton
      key={tool.id}
      icon={tool.icon}
      label={tool.label}
      keys={tool.keys}
      aria-pressed={tool.isOn && on.includes(tool.id)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onTool(tool)}
    />
  ));
}

/** A text, so that the buttons are drawn again only when it differs. */
function namesOfTools(tools: readonly Tool[], { text, start, end }: TextModel): string {
  return tools
    .filter(({ isOn }) => isOn?.({ text, start, end }))
    .map(({ id }) => id)
    .join(' ');
}
