import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import './split-pane.css';

export interface SplitPaneProps {
  list: ReactNode;
  listLabel: string;
  detail: ReactNode;
  detailLabel: string;
  /** On a phone only one of the two is shown. */
  showDetail: boolean;
}

/** A list and what is chosen in it. */
export function SplitPane({ list, listLabel, detail, detailLabel, showDetail }: SplitPaneProps) {
  return (
    <div className={classes('split-pane', showDetail && 'split-pane-detail-shown')}>
      <section className="split-pane-list" aria-label={listLabel}>
        {list}
      </section>
      <section className="split-pane-detail" aria-label={detailLabel}>
        {detail}
      </section>
    </div>
  );
}
