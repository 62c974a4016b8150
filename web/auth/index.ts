export { canUsePasskeys, makePasskey } from './passkey.ts';
export { PasswordInput } from './password-input.tsx';
export { suggestKey } from './project-key.ts';
export { SecondStep, type SecondStepMethods } from './second-step.tsx';
