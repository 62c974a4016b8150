export { CloseAnyway } from './close-anyway.tsx';
export { KeyMap } from './key-map.tsx';
export { MoreSheet } from './more-sheet.tsx';
export { Palette } from './palette/palette.tsx';
export { SignInAgain } from './sign-in-again.tsx';
