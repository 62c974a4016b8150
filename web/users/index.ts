export { MePage } from './me-page.tsx';
