import { useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { TextModel } from './text-model.ts';

/**
 * The model of a field that gets its text as `value`. With a `given` model, that one holds the text and `value` is not read;
 * `onChange` is called in both cases.
 */
export function useTextModel(
  given: TextModel | undefined,
  value: string,
  onChange: (text: string) => void,
  caretAt: number | undefined,
): TextModel {
  const [own] = useState(() => {
    const made = given ?? new TextModel(value);
    if (caretAt !== undefined) made.select(caretAt);
    return made;
  });
  const model = given ?? own;
  /** Texts that were handed to `onChange` and have not come back as `value`. */
  const sent = useRef<string[]>([]);
  const send = useEffectEvent(onChange);
  useSyncExternalStore(model.subscribe, () => model.text);

  useLayoutEffect(
    () =>
      model.subscribe((_change, origin) => {
        if (origin === 'reset') return;
        sent.current.push(model.text);
        send(model.text);
      }),
    [model],
  );

  useLayoutEffect(() => {
    if (given) return;
    const at = sent.current.indexOf(value);
    if (value === model.text) sent.current = [];
    else if (at >= 0) sent.current.splice(0, at + 1);
    else model.reset(value);
  }, [given, model, value]);
  return model;
}
