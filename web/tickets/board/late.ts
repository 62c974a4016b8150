export { setUpDrags } from './board-drag.ts';
export { BoardLanes } from './board-lanes.tsx';
export { LimitDialog } from './limit-dialog.tsx';
export { MoveDialog } from './move-dialog.tsx';
