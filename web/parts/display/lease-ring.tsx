import { useEffect, useState } from 'react';
import { formatDuration } from '../dates/dates.ts';
import './lease-ring.css';

export interface LeaseRingProps {
  /** When the lease ends. */
  until: string;
  /** The whole length of the lease. */
  lengthMs: number;
  /** The accessible name: the leased task and its holder. */
  label: string;
}

const stepMs = 1000;

/** A ring that drains as a lease runs out. Red below a fifth. */
export function LeaseRing({ until, lengthMs, label }: LeaseRingProps) {
  const [now, setNow] = useState(() => Date.now());
  const leftMs = Math.max(0, Date.parse(until) - now);
  const isOver = leftMs === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, [isOver]);
  const share = Math.min(1, lengthMs > 0 ? leftMs / lengthMs : 0);
  const text = formatDuration(leftMs);
  return (
    <span
      className={share < 0.2 ? 'lease-ring lease-ring-short' : 'lease-ring'}
      style={{ '--share': share }}
      role="img"
      aria-label={`${label}, ${text}`}
      data-tooltip={`${label}, ${text}`}
    />
  );
}
