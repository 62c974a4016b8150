export { setUpDrags } from './board-drag.ts';
export { BoardSwimlanes } from './board-swimlanes.tsx';
export { CardExtras } from './card-extras.tsx';
export { LimitDialog } from './limit-dialog.tsx';
export { MoveDialog } from './move-dialog.tsx';
