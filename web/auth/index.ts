export { PasswordInput } from './password-input.tsx';
export { suggestKey } from './project-key.ts';
export { SecondStep } from './second-step.tsx';
