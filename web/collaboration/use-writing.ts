import { useEffect, useState } from 'react';
import { lateCollaboration } from './late-collaboration.ts';
import type { Writing } from './presence.ts';

const pauseMs = 15_000;

/** Says that the person writes, until they pause: `text` is what they have typed. */
export function useWriting(place: Writing, text: string): void {
  const [isWriting, setWriting] = useState(false);
  const late = lateCollaboration.use(isWriting);
  const [first] = useState(text);
  useEffect(() => {
    if (text === '' || text === first) return setWriting(false);
    setWriting(true);
    const timer = setTimeout(() => setWriting(false), pauseMs);
    return () => clearTimeout(timer);
  }, [text, first]);
  useEffect(() => (isWriting ? late?.write(place) : undefined), [isWriting, late, place]);
}
