export { TaskBoard } from './task-board.tsx';
export { TaskDrawer } from './task-drawer.tsx';
