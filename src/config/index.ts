export { BadConfiguration } from './bad-configuration.ts';
export { type Config, readConfig } from './read-config.ts';
export { readEnvironment } from './read-environment.ts';
export { parseStoragePlace } from './variable-types.ts';
export { variables } from './variables.ts';
