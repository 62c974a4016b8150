import { useEffect, useMemo, useRef } from 'react';
import type { TextModel } from '../parts/markdown/text-model.ts';
import type { TextBase } from '../replica/index.ts';
import { lateCollaboration } from './late-collaboration.ts';
import type { TextSession } from './text-session.ts';

interface SharedTextField {
  /** What to save, once the server has what was typed. */
  prepareSave(): Promise<{ text: string; base: TextBase }>;
  /** Called when the text was saved or discarded. */
  end(): void;
}

/** Edits the description in the model together with others, while there is a model. */
export function useSharedText(
  ticketId: string,
  model: TextModel | undefined,
  base: TextBase,
): SharedTextField {
  const late = lateCollaboration.use(model !== undefined);
  // Until the module is loaded, the person types into the model alone.
  const opened = useMemo(() => model?.text ?? '', [model]);
  const session = useRef<TextSession>(undefined);
  useEffect(() => {
    if (!late || !model) return;
    session.current = new late.TextSession(ticketId, model, opened, base);
    return () => {
      // The text stays a draft, and its session is joined again with what this tab knows of it.
      session.current?.leave(true);
      session.current = undefined;
    };
  }, [late, ticketId, model]);
  return {
    prepareSave: async () => (await session.current?.prepareSave()) ?? { text: model?.text ?? '', base },
    end: () => session.current?.leave(),
  };
}
