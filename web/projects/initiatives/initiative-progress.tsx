import { m } from '../../messages/index.ts';
import { ProgressBar } from '../../parts/display/progress-bar.tsx';
import './initiatives.css';

interface Props {
  of: { name: string; open: number; done: number };
}

/** How many of the tickets are done. */
export const InitiativeProgress = ({ of: { name, open, done } }: Props) => (
  <span className="initiative-progress">
    <ProgressBar look="green" label={m.initiatives.progressOf(name)} value={done} max={done + open || 1} />
    <span className="quiet figures">{m.initiatives.doneOf(done, done + open)}</span>
  </span>
);
