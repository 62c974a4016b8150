export { PasswordInput } from './password-input.tsx';
export { suggestKey } from './project-key.ts';
